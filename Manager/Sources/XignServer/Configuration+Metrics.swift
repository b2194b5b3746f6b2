import XignHTTP
import XignUseCases

extension Configuration {
    static let loopback = ["127.0.0.0/8", "::1"].compactMap(AddressRange.init)

    private static let socketPrefix = "unix:"
    /// The length of a path in `sockaddr_un`.
    private static let longestSocketPath = 107

    /// Reads the address at which metrics are served.
    /// - Returns: nil where the file names none.
    /// - Throws: `ManagerError` for an address that other machines can reach.
    package func metricsAddress() throws -> ListenAddress? {
        guard let metrics else { return nil }
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
        guard let remote = RemoteAddress(address), Self.loopback.covers(remote) else {
            throw ManagerError(
                .configuration,
                "metrics must be a loopback address or a socket, not \(metrics): the listener knows no authentication. "
                    + "For readers on other machines, put a proxy with authentication in front of it.")
        }
        return .tcp(address, port)
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
