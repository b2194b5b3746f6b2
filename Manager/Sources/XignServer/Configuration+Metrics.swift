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
        if metrics.hasPrefix(Self.socketPrefix) {
            let path = String(metrics.dropFirst(Self.socketPrefix.count))
            guard path.hasPrefix("/"), path.utf8.count <= Self.longestSocketPath, !path.utf8.contains(0) else {
                throw ManagerError(
                    .configuration,
                    "metrics must be unix: with an absolute path of at most \(Self.longestSocketPath) bytes, not \(metrics)"
                )
            }
            return .unix(path)
        }
        guard let colon = metrics.lastIndex(of: ":"), let port = UInt16(metrics[metrics.index(after: colon)...]),
            port > 0,
            let address = Self.address(metrics[..<colon])
        else {
            throw ManagerError(
                .configuration,
                "metrics must be an address and a port, like 127.0.0.1:9464 or \"[::1]:9464\", or a socket, like "
                    + "unix:/run/xign/metrics.sock, not \(metrics)")
        }
        guard let remote = RemoteAddress(address), Self.loopback.covers(remote) else {
            throw ManagerError(
                .configuration,
                "metrics must be a loopback address or a socket, not \(metrics): the listener knows no authentication. "
                    + "For readers on other machines, put a proxy with authentication in front of it.")
        }
        return .tcp(address, port)
    }

    /// Reads an IPv4 address, or an IPv6 address in brackets.
    private static func address(_ text: Substring) -> String? {
        let isBracketed = text.hasPrefix("[") && text.hasSuffix("]")
        let address = isBracketed ? text.dropFirst().dropLast() : text
        guard RemoteAddress(address) != nil, address.contains(":") == isBracketed else { return nil }
        return String(address)
    }
}
