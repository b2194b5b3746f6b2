import XignProtocol
import XignUseCases
import XignWeb

extension Configuration {
    /// The name in `surfaces` of the authenticator at the App-Link origins. It has no sessions, unlike a `Surface`.
    static let authenticatorSurface = "authenticator"

    /// The apps that open App-Links.
    package struct Apps: Sendable, Decodable {
        /// Application identifiers of Apple's systems.
        package var apple: [String]?
        package var android: [Android]?

        package struct Android: Sendable, Decodable {
            /// The application id.
            package var package: String
            /// SHA-256 fingerprints.
            package var certificates: [String]
        }
    }

    /// - Throws: `ManagerError` for an app that no phone would recognize.
    package func appLinkSettings() throws -> AppLinks {
        var links = AppLinks()
        links.hasAuthenticator = surfaces?.contains(Self.authenticatorSurface) ?? false
        guard let apps else { return links }
        links.apps.apple = try (apps.apple ?? []).map(Self.appleApp)
        links.apps.android = try (apps.android ?? []).map(Self.androidApp)
        guard links.apps != LinkedApps() else {
            throw ManagerError(.configuration, "apps must name an app in apple or android, or be left out.")
        }
        try Self.requireDifferent(links.apps.apple.map(\.text), "apps.apple")
        try Self.requireDifferent(links.apps.android.map(\.package), "apps.android")
        return links
    }

    /// Reads the origins of the App-Links of a new manager.
    /// - Parameter texts: empty for the one that belongs to the issuer.
    package func appLinkOrigins(_ texts: [String]) throws -> [ManagerOrigin] {
        let (issuer, member) = (try issuerOrigin(), "--app-link-origin")
        guard !texts.isEmpty else { return [try Self.defaultAppLinkOrigin(issuer)] }
        let origins = try texts.map { try Self.origin($0, member) }
        for origin in origins {
            guard origin.host != issuer.host else {
                throw ManagerError(
                    .configuration,
                    "\(member) must have another host than the issuer: browsers open no app from a page's own host, and "
                        + "the authenticator must not get the cookies of pages.")
            }
            guard origin.isSecure || !issuer.isSecure else {
                throw ManagerError(.configuration, "\(member) must be https, as the issuer is.")
            }
        }
        try Self.requireDifferent(texts, member)
        // The limit of key material (protocol, section 2).
        guard origins.count <= 8 else {
            throw ManagerError(.configuration, "\(member) can be given 8 times at most.")
        }
        return origins
    }

    private static func appleApp(_ text: String) throws -> AppleAppID {
        guard let app = AppleAppID(text) else {
            throw ManagerError(
                .configuration,
                "apps.apple must be application identifiers like ABCDE12345.org.example.app: the prefix of ten capital "
                    + "letters and digits (App ID Prefix at developer.apple.com), a dot, and the bundle identifier. "
                    + "It is: \(text)")
        }
        return app
    }

    private static func androidApp(_ app: Apps.Android) throws -> AndroidApp {
        guard AndroidApp.isPackage(app.package) else {
            throw ManagerError(
                .configuration,
                "apps.android.package must be an application id like org.example.app, as in the app's build file. "
                    + "It is: \(app.package)")
        }
        guard !app.certificates.isEmpty else {
            throw ManagerError(
                .configuration,
                "apps.android.certificates must have the SHA-256 fingerprint of the certificate that signs "
                    + "\(app.package). The Play Console shows it under App signing.")
        }
        for certificate in app.certificates where !AndroidApp.isFingerprint(certificate) {
            throw ManagerError(
                .configuration,
                "apps.android.certificates must be SHA-256 fingerprints like 14:6D:E9:..., 32 bytes in capital "
                    + "letters, as `keytool -list -v` prints them. One is: \(certificate)")
        }
        try requireDifferent(app.certificates, "apps.android.certificates")
        return AndroidApp(package: app.package, certificates: app.certificates)
    }

    private static func requireDifferent(_ texts: [String], _ member: String) throws {
        var known: Set<String> = []
        for text in texts where !known.insert(text).inserted {
            throw ManagerError(.configuration, "\(member) names \(text) twice: remove one of them.")
        }
    }

    /// The issuer's host with `app.` before it; on loopback its other name, so that the origins differ there too.
    /// - Throws: `ManagerError` for an IP address.
    private static func defaultAppLinkOrigin(_ issuer: ManagerOrigin) throws -> ManagerOrigin {
        let port = issuer.port == (issuer.isSecure ? 443 : 80) ? "" : ":\(issuer.port)"
        let text =
            issuer.isSecure
            ? "https://app.\(issuer.host)\(port)"
            : "http://\(issuer.host == "localhost" ? "127.0.0.1" : "localhost")\(port)"
        guard let origin = ManagerOrigin(text) else {
            throw ManagerError(.configuration, "\(issuer) has no domain: name --app-link-origin, too.")
        }
        return origin
    }
}
