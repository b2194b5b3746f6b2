import OutgoingHTTPS
import XignAdmission
import XignHTTP
import XignProtocol
import XignStorage
import XignUseCases
import XignWeb
import YAML

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The configuration in `manager.yaml`, read once at the start. All other settings are in the database.
package struct Configuration: Sendable, Decodable {
    /// The address where browsers and devices reach this manager.
    package var issuer: String
    /// A URL of PostgreSQL; nil means a file in the data folder.
    package var database: String?
    /// The file of the key-encryption key; nil means `key-encryption-key` in the data folder.
    package var keyEncryptionKeyFile: String?
    /// The address to listen on, or `unix:` and the path of a socket; nil means loopback.
    package var host: String?
    /// The port to listen on; nil means that of a loopback issuer, or 8080.
    package var port: Int?
    /// Addresses or ranges of the reverse proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are trusted.
    package var trustedProxies: [String]?
    /// The maximum number of threads that run request handlers.
    package var workers: Int?
    /// Seconds between SIGTERM and the end, during which balancers choose other managers; nil means none.
    package var leaveSeconds: Int?
    /// `debug`, `info`, `warning` or `error`.
    package var log: String?
    /// Log lines name the network of the client that they are about; nil means true.
    package var logNetworks: Bool?
    /// A program and its arguments, which gets each notice to a user.
    package var notify: [String]?
    /// The server that takes the manager's mails; nil means that it sends none.
    package var mail: Mail?
    /// Requests of the manager to websites.
    package var outgoing: Outgoing?
    /// The names of the parts of the pages that are served; nil means none.
    package var surfaces: [String]?
    /// The apps that open App-Links; nil means none.
    package var apps: Apps?
    /// The origin of the account pages; nil means the issuer's.
    package var accountOrigin: String?
    /// The origin of the console; nil means the issuer's.
    package var consoleOrigin: String?
    package var console: Console?
    /// The listener of `/metrics`; nil means nowhere.
    package var metrics: MetricsListener?
    /// The name of a file beside this one, PNG or SVG, that pages show in their header; nil means none.
    package var logo: String?
    /// Rate limits and concurrency limits; one that is not set keeps its default.
    package var limits: Limits?
    /// A key of older files, which had no effect.
    private var appLinkOrigins: [String]?

    /// The settings of the console.
    package struct Console: Sendable, Decodable {
        /// Addresses or ranges from which the console can be reached; nil means everywhere.
        package var networks: [String]?

        package init(networks: [String]?) { self.networks = networks }
    }

    /// The settings of requests that the manager makes to websites.
    package struct Outgoing: Sendable, Decodable {
        /// Addresses or ranges that are not public, and may be connected to nevertheless.
        package var allowedAddresses: [String]?
        /// A file with certificates in PEM, which are trusted besides the system's.
        package var certificateAuthorities: String?

        package init(allowedAddresses: [String]?, certificateAuthorities: String?) {
            (self.allowedAddresses, self.certificateAuthorities) = (allowedAddresses, certificateAuthorities)
        }
    }

    package init(issuer: String, database: String?) {
        self.issuer = issuer
        self.database = database
    }

    /// The variables of this process.
    package static var environment: [String: String] { ProcessInfo.processInfo.environment }

    /// Reads the file, which root may let everybody read if it has no password, and the variables that take the place
    /// of its keys.
    package static func read(
        _ path: String, variables: [String: String] = Configuration.environment
    ) throws -> Configuration {
        let (bytes, readers) = try PrivateFile.readMounted(path)
        var configuration: Configuration
        do { configuration = try YAMLDecoder().decode(Configuration.self, from: bytes) } catch {
            throw ManagerError(.configuration, "\(path): \(error)")
        }
        guard readers == .process || !configuration.holdsPassword else { throw PrivateFile.unprotected(path) }
        guard configuration.appLinkOrigins == nil else {
            throw ManagerError(
                .configuration,
                "\(path): remove appLinkOrigins, which had no effect. The origins of links are part of the manager's "
                    + "keys: `xignin-manager keys change-app-link-origins` changes them.")
        }
        try configuration.apply(variables: variables)
        return configuration
    }

    /// True if `database` has a password. An address that cannot be read may have one.
    private var holdsPassword: Bool {
        guard let database else { return false }
        return (try? DatabaseAddress(database))?.holdsPassword ?? true
    }

    package func issuerOrigin() throws -> ManagerOrigin { try Self.origin(issuer, "issuer") }

    package func listeningPort() throws -> UInt16 {
        let issuer = try issuerOrigin()
        let chosen = port ?? (issuer.isSecure ? 8080 : issuer.port)
        guard let number = UInt16(exactly: chosen) else {
            throw ManagerError(.configuration, "port must be 0 to 65535, not \(chosen).")
        }
        return number
    }

    /// - Returns: nil where the file does not say it.
    package func workerCount() throws -> Int? {
        guard let workers else { return nil }
        guard (1...1024).contains(workers) else {
            throw ManagerError(.configuration, "workers must be 1 to 1024, not \(workers)")
        }
        return workers
    }

    package func leavingTime() throws -> Duration {
        let seconds = leaveSeconds ?? 0
        guard (0...10).contains(seconds) else {
            throw ManagerError(.configuration, "leaveSeconds must be 0 to 10, not \(seconds)")
        }
        return .seconds(seconds)
    }

    /// - Parameter address: The address to listen on. Peers on a Unix-domain socket are trusted: only the manager's
    ///   user and its group can connect.
    package func trustedProxyRanges(at address: ListenAddress) throws -> [AddressRange] {
        let ranges = try Self.ranges(trustedProxies ?? [], "trustedProxies")
        if case .unix = address { return ranges + [.local] }
        return ranges
    }

    /// - Returns: nil where the file names none.
    package func notifyProgram() throws -> NotifyProgram? { try notify.map { try NotifyProgram($0) } }

    /// - Throws: `ManagerError` for an address that cannot be read, and a file without certificates.
    package func outgoingClient() throws -> HTTPSClient {
        let listed = try Self.ranges(outgoing?.allowedAddresses ?? [], "outgoing.allowedAddresses")
        let authorities = try outgoing?.certificateAuthorities.map {
            try Self.certificates($0, "outgoing.certificateAuthorities")
        }
        return HTTPSClient(AddressPolicy(listed: listed), authorities: authorities)
    }

    static func certificates(_ path: String, _ member: String) throws -> [UInt8] {
        guard let certificates = try? Array(Data(contentsOf: URL(filePath: path))),
            String(decoding: certificates, as: UTF8.self).contains("-----BEGIN CERTIFICATE-----")
        else {
            throw ManagerError(.configuration, "\(member) must be a file with certificates in PEM: \(path)")
        }
        return certificates
    }

    /// The name in `surfaces` of the pages on which people join.
    static let joinSurface = "join"
    /// The names in `surfaces` of parts without sessions of their own, which are no `Surface`.
    static let sessionlessSurfaces = [authenticatorSurface, joinSurface, recoverySurface]

    /// - Throws: `ManagerError` for the name of no surface, and for an origin or networks that cannot be used.
    package func servedSurfaces() throws -> ServedSurfaces {
        var served = ServedSurfaces(
            Set(
                try (surfaces ?? []).filter { !Self.sessionlessSurfaces.contains($0) }.map { name in
                    guard let surface = Surface(rawValue: name) else {
                        let names = Surface.allCases.map(\.rawValue) + Self.sessionlessSurfaces
                        let known = names.joined(separator: ", ")
                        throw ManagerError(.configuration, "surfaces must be a list of \(known), not \(name)")
                    }
                    return surface
                }))
        served.hasJoin = surfaces?.contains(Self.joinSurface) ?? false
        served.origins[.account] = try accountOrigin.map { try ownOrigin($0, "accountOrigin") }
        served.origins[.console] = try consoleOrigin.map { try ownOrigin($0, "consoleOrigin") }
        served.networks[.console] = try console?.networks.map { networks in
            guard !networks.isEmpty else {
                throw ManagerError(
                    .configuration, "console.networks must name a network. Without it, all are admitted.")
            }
            return try Self.ranges(networks, "console.networks")
        }
        return served
    }

    /// The file that `init` writes.
    package var yaml: String {
        var lines = [
            "# Configuration of a Xign manager. Restart it after a change.", "",
            "# Where browsers and devices reach it. Never changes: it is part of every signature.", "issuer: \(issuer)",
        ]
        if let database { lines += ["", "database: \(Self.quoted(database))"] }
        lines += [
            "", "# What people can do in a browser besides logging in to websites.",
            "surfaces: [\(Surface.allCases.map(\.rawValue).joined(separator: ", "))]",
            "# With authenticator, a phone's browser can be an authenticator: docs/operations.md says what that means.",
            "# With join, people join by a code, and get an account (`join create`).",
            "# With recovery, people whose devices are all lost come back by a printed code and by mail.",
        ]
        lines += [
            "",
            "# host: 127.0.0.1              # listens on loopback, behind a reverse proxy; or unix:/run/xign/http.sock",
            "# port: 8080", "# trustedProxies: [127.0.0.1]  # whose X-Forwarded-For and X-Forwarded-Proto are believed",
            "# keyEncryptionKeyFile: /run/secrets/xign/key-encryption-key  # where the key is not beside this file",
            "# workers: 4", "# log: info                   # debug, info, warning, error",
            "# logNetworks: true            # false: no line of the log names a client's network",
            "# notify: [/usr/local/bin/xign-mail]  # a program that tells users about changes of their account",
            "# mail: {server: \"smtp://mail.example.org:587\", from: login@example.org}  # mails people about changes",
            "# outgoing: {allowedAddresses: [10.0.0.0/8]}  # websites with private addresses that are told of logouts",
            "# consoleOrigin: https://console.login.example.org  # the console's own; accountOrigin: the account pages'",
            "# console: {networks: [192.0.2.0/24]}  # from where the console can be reached",
            "# apps: {apple: [ABCDE12345.org.example.app]}  # the apps that open links in the browser's place",
            "# logo: logo.svg              # beside this file: a PNG or SVG of at most 64 KiB, in the header of pages",
            "# metrics: 127.0.0.1:9464     # /metrics for Prometheus: a loopback address, or unix:/run/xign/metrics.sock",
            "# limits:                     # docs/operations.md names them all",
            "#   logins: {perMinute: 1200, burst: 1200}", "",
        ]
        return lines.joined(separator: "\n")
    }

    /// In single quotes, in which YAML knows no escapes (YAML 1.2.2, section 7.3.2): a password may have any character.
    private static func quoted(_ text: String) -> String {
        "'\(text.replacing("'", with: "''"))'"
    }

    private static func ranges(_ texts: [String], _ member: String) throws -> [AddressRange] {
        try texts.map { text in
            guard let range = AddressRange(text) else {
                throw ManagerError(
                    .configuration, "\(member) must be \(AddressRange.forms); not \(text)")
            }
            return range
        }
    }

    /// Reads the origin of a surface that has one of its own.
    private func ownOrigin(_ text: String, _ member: String) throws -> ManagerOrigin {
        let (origin, issuer) = (try Self.origin(text, member), try issuerOrigin())
        // The manager refuses requests without TLS at all of its origins, or at none.
        guard origin.isSecure == issuer.isSecure else {
            throw ManagerError(
                .configuration, "\(member) must be \(issuer.isSecure ? "https" : "http"), as the issuer is.")
        }
        guard origin != issuer else {
            throw ManagerError(.configuration, "\(member) must differ from the issuer, or be left out.")
        }
        return origin
    }

    static func origin(_ text: String, _ member: String) throws -> ManagerOrigin {
        guard let origin = ManagerOrigin(text) else {
            throw ManagerError(
                .configuration,
                "\(member) must be an origin like https://login.example.org: lower case, no path, no slash at the end; "
                    + "http only for localhost, 127.0.0.1 and [::1]. It is: \(text)")
        }
        return origin
    }
}
