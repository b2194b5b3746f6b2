import XignDomain
import XignHTTP
import XignUseCases

/// The listener of metrics: an address alone, or in full `{address: 0.0.0.0:9464, tokenFile: /run/xign/metrics-token}`.
package struct MetricsListener: Sendable, Decodable {
    let address: String
    /// A file with the token that readers send; nil: readers send none.
    let tokenFile: String?

    private enum Key: String, CodingKey { case address, tokenFile }

    package init(from decoder: any Decoder) throws {
        guard let fields = try? decoder.container(keyedBy: Key.self) else {
            (address, tokenFile) = (try decoder.singleValueContainer().decode(String.self), nil)
            return
        }
        address = try fields.decode(String.self, forKey: .address)
        tokenFile = try fields.decodeIfPresent(String.self, forKey: .tokenFile)
    }
}

extension Configuration {
    private static let socketPrefix = "unix:"
    /// The length of a path in `sockaddr_un`.
    private static let longestSocketPath = 107

    /// Reads the address at which metrics are served.
    /// - Returns: nil where the file names none.
    /// - Throws: `ManagerError` for an address that other machines can reach, without a token.
    package func metricsAddress() throws -> ListenAddress? {
        guard let listener = metrics else { return nil }
        let metrics = listener.address
        if let socket = try Self.socket(metrics, "metrics") { return socket }
        guard let colon = metrics.lastIndex(of: ":"), let port = UInt16(metrics[metrics.index(after: colon)...]),
            port > 0,
            let address = Self.address(metrics[..<colon], needsBrackets: true)
        else {
            throw ManagerError(
                .configuration,
                "metrics must be an IP address and a port, like 127.0.0.1:9464 or \"[::1]:9464\", or a socket, like "
                    + "unix:/run/xign/metrics.sock, not \"\(metrics)\". \(Self.namesAreUnread)")
        }
        let isLoopback = RemoteAddress(address).map { AddressRange.loopback.covers($0) } ?? false
        guard isLoopback || listener.tokenFile != nil else {
            throw ManagerError(
                .configuration,
                "metrics must be a loopback address or a socket, not \(metrics), which other machines can reach. For them, "
                    + "name a file with a token: metrics: {address: \"\(metrics)\", tokenFile: /etc/xign/metrics-token}."
            )
        }
        return .tcp(address, port)
    }

    /// The lengths that a token of metrics can have.
    private static let tokenLengths = 32...1024

    /// Reads the token that readers of metrics send.
    /// - Returns: nil where the file names none.
    /// - Throws: `ManagerError` for a file that others may read, and for a token that can be guessed or sent by nobody.
    package func metricsToken() throws -> BearerHash? {
        guard let file = metrics?.tokenFile else { return nil }
        let bytes = try Self.secretLine(file, of: "metrics.tokenFile", .configuration)
        let token = String(decoding: bytes, as: UTF8.self)
        guard Self.tokenLengths.contains(bytes.count), token.wholeMatch(of: /[A-Za-z0-9._~+\/-]+=*/) != nil else {
            throw ManagerError(
                .configuration,
                "\(file) must have one line of \(Self.tokenLengths.lowerBound) to \(Self.tokenLengths.upperBound) "
                    + "letters, digits and -._~+/: run `openssl rand -hex 32 >\(file)`.")
        }
        return BearerHash(of: token)
    }

    /// Reads the address at which browsers and devices are served.
    /// - Parameters:
    ///   - host: An IP address, an IPv6 address also in brackets, or `unix:` and a path; nil: the configured one.
    ///   - port: Nil: the configured one. With a port and without a host, a configured socket is left alone.
    /// - Throws: `ManagerError` for a name, for a path that no socket can have, or that has a port beside it.
    package func listeningAddress(host: String? = nil, port: UInt16? = nil) throws -> ListenAddress {
        let configured = self.host ?? "127.0.0.1"
        let isSocketReplaced = host == nil && port != nil && configured.hasPrefix(Self.socketPrefix)
        let chosen = host ?? (isSocketReplaced ? "127.0.0.1" : configured)
        guard let socket = try Self.socket(chosen, "host") else {
            guard let address = Self.address(chosen[...], needsBrackets: false) else {
                throw ManagerError(
                    .configuration,
                    "host must be an IP address, like 127.0.0.1 or \"[::1]\", 0.0.0.0 or \"[::]\" for all addresses, or a "
                        + "socket, like unix:/run/xign/http.sock, not \"\(chosen)\". \(Self.namesAreUnread) The "
                        + "port has a key of its own.")
            }
            return .tcp(address, try port ?? listeningPort())
        }
        guard port == nil, host != nil || self.port == nil else {
            throw ManagerError(.configuration, "host is the socket \(chosen), which has no port. Leave out port.")
        }
        return socket
    }

    /// Reads `unix:` and an absolute path.
    /// - Returns: nil for another text.
    private static func socket(_ text: String, _ member: String) throws -> ListenAddress? {
        guard text.hasPrefix(socketPrefix) else { return nil }
        let path = String(text.dropFirst(socketPrefix.count))
        guard path.hasPrefix("/"), path.utf8.count <= longestSocketPath, !path.utf8.contains(0) else {
            throw ManagerError(
                .configuration,
                "\(member) must be unix: with an absolute path of at most \(longestSocketPath) bytes, not \(text)")
        }
        return .unix(path)
    }

    private static let namesAreUnread = "Names, such as localhost, and * are not looked up."

    /// Reads an IP address, and returns it without brackets.
    /// - Parameter needsBrackets: true where an IPv6 address stands in brackets, since a port follows.
    private static func address(_ text: Substring, needsBrackets: Bool) -> String? {
        let isInBrackets = text.hasPrefix("[") && text.hasSuffix("]")
        let address = isInBrackets ? text.dropFirst().dropLast() : text
        guard RemoteAddress(address) != nil else { return nil }
        let isV6 = address.contains(":")
        return isInBrackets == isV6 || (isV6 && !needsBrackets) ? String(address) : nil
    }
}
