import CPostgreSQL
import Glibc

/// Values that libpq refuses before it asks a server. It would report them when it connects, as it reports a server
/// that is away.
extension PostgreSQLAddress {
    private static let numbers = [
        "connect_timeout", "keepalives", "keepalives_idle", "keepalives_interval", "keepalives_count",
        "tcp_user_timeout",
    ]
    private static let files = ["sslcert", "sslkey", "sslrootcert", "sslcrl", "sslcrldir", "passfile"]

    /// Throws `.invalidAddress` with the name of a parameter whose value cannot be used. No server is asked.
    func expectValues() throws(StorageError) {
        for key in Self.numbers where Int32(self[key] ?? "0") == nil {
            throw StorageError(.invalidAddress, "parameter \(key): it must be a number")
        }
        guard list("port").allSatisfy({ Self.isPort($0) }) else {
            throw StorageError(.invalidAddress, "port: a number of 1 to 65535")
        }
        guard list("hostaddr").allSatisfy(Self.isAddress) else {
            throw StorageError(.invalidAddress, "parameter hostaddr: it must be an IP address, without brackets")
        }
        for key in Self.files {
            guard let path = self[key], !path.isEmpty, !Self.isNoFile(path, key) else { continue }
            guard unsafe faccessat(AT_FDCWD, path, R_OK, AT_EACCESS) == 0 else {
                throw StorageError(.invalidAddress, "parameter \(key): its file is missing, or cannot be read")
            }
        }
        try expectKnownValues()
    }

    /// `system` stands for the system's authorities, and an engine of OpenSSL for a key that is in no file.
    private static func isNoFile(_ path: String, _ key: String) -> Bool {
        key == "sslrootcert" && path == "system" || key == "sslkey" && path.contains(":")
    }

    private func list(_ key: String) -> [Substring] {
        self[key]?.split(separator: ",", omittingEmptySubsequences: false) ?? []
    }

    /// Returns true for a number of 1 to 65535, and for the empty text, which libpq takes for the default.
    static func isPort(_ text: Substring) -> Bool {
        text.isEmpty || (text.utf8.allSatisfy { (48...57).contains($0) } && (1...65_535).contains(Int32(text) ?? 0))
    }

    /// Returns true for an IP address, with the zone of an IPv6 address if it has one, and for the empty text.
    private static func isAddress(_ text: Substring) -> Bool {
        var four = in_addr(), six = in6_addr()
        let parts = text.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
        if text.isEmpty { return true }
        if unsafe inet_pton(AF_INET, String(text), &four) == 1 { return true }
        return unsafe inet_pton(AF_INET6, String(parts[0]), &six) == 1
    }

    /// Lets libpq look at all values, with sockets that cannot exist in the place of the servers.
    private func expectKnownValues() throws(StorageError) {
        var probe = self
        let hosts = list(self["host"] == nil ? "hostaddr" : "host")
        guard [0, hosts.count].contains(list("hostaddr").count) else {
            throw StorageError(.invalidAddress, "parameter hostaddr: it must have an address for each host")
        }
        probe["hostaddr"] = nil
        probe["host"] = (hosts.isEmpty ? [""] : hosts).map { _ in "/dev/null" }.joined(separator: ",")
        // Otherwise libpq looks for it in a file.
        probe["password"] = "none"
        guard probe.isRefused else { return }
        let names = keys.filter { !["host", "password"].contains($0) }
        let name = names.first { key in
            var other = probe
            other[key] = nil
            return !other.isRefused
        }
        throw StorageError(
            .invalidAddress, name.map { "parameter \($0): libpq does not know its value" } ?? "libpq refuses it")
    }

    private var isRefused: Bool { unsafe PQping(connectionInfo) == PQPING_NO_ATTEMPT }
}
