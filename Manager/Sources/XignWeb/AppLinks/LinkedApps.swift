import XignHTTP
import XignProtocol

/// The apps that an App-Link origin confirms. The system of a phone then opens its links with them, and with no other
/// app.
package struct LinkedApps: Sendable, Equatable {
    /// The identifiers of apps for Apple's systems, such as `ABCDE12345.org.example.app`.
    package var apple: [AppleAppID] = []
    package var android: [AndroidApp] = []

    package init() {}

    func register(in router: inout Router) {
        if !apple.isEmpty {
            router.on(.get, "/.well-known/apple-app-site-association") { _ in Self.answer(associatedDomains) }
        }
        if !android.isEmpty {
            router.on(.get, "/.well-known/assetlinks.json") { _ in Self.answer(assetLinks) }
        }
    }

    private static func answer(_ document: JSONValue) -> Response {
        // Apple and Google have caches of their own. An hour limits the requests of devices that ask directly.
        .json(document.serialized, headers: [HeaderField("Cache-Control", "public, max-age=3600")])
    }

    /// The document of Apple's systems (Apple, "Supporting associated domains"): the path of App-Links alone.
    private var associatedDomains: JSONValue {
        let details = JSONValue.object([
            ("appIDs", .array(apple.map { .string($0.text) })),
            ("components", .array([.object([("/", .string("/a"))])])),
        ])
        return .object([("applinks", .object([("details", .array([details]))]))])
    }

    /// The document of Android (Digital Asset Links). It has no paths: the app names them itself.
    private var assetLinks: JSONValue {
        .array(
            android.map { app in
                .object([
                    ("relation", .array([.string("delegate_permission/common.handle_all_urls")])),
                    (
                        "target",
                        .object([
                            ("namespace", .string("android_app")), ("package_name", .string(app.package)),
                            ("sha256_cert_fingerprints", .array(app.certificates.map { .string($0) })),
                        ])
                    ),
                ])
            })
    }
}

/// The identifier of an app for Apple's systems: its application identifier prefix, and its bundle identifier.
package struct AppleAppID: Sendable, Equatable {
    package let text: String

    /// - Returns: nil for another text; `*`, which stands for several apps, is none.
    package init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].count == 10, parts[0].allSatisfy({ $0.isUpperCase || $0.isDigit }),
            parts[1].count <= 155,
            parts[1].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy({ label in
                !label.isEmpty && label.allSatisfy { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") }
            })
        else { return nil }
        self.text = text
    }
}

/// An app for Android, with the certificates that it may be signed with.
package struct AndroidApp: Sendable, Equatable {
    /// The application id, such as `org.example.app`.
    package let package: String
    /// The SHA-256 fingerprints of the certificates, as `keytool -list -v` and the Play Console show them.
    package let certificates: [String]

    /// - Precondition: `isPackage` and `isFingerprint` accept the parts.
    package init(package: String, certificates: [String]) {
        self.package = package
        self.certificates = certificates
    }

    /// Returns true for an application id: at least two names of letters, digits and `_`, each beginning with a letter.
    package static func isPackage(_ text: String) -> Bool {
        let names = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return names.count >= 2 && text.utf8.count <= 150
            && names.allSatisfy { name in
                name.first?.isLetter == true
                    && name.allSatisfy { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "_") }
            }
    }

    /// Returns true for 32 bytes as two upper-case hexadecimal digits each, with colons between.
    package static func isFingerprint(_ text: String) -> Bool {
        let bytes = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        return bytes.count == 32
            && bytes.allSatisfy { byte in
                byte.count == 2
                    && byte.allSatisfy { $0.isDigit || (UInt8(ascii: "A")...UInt8(ascii: "F")).contains($0) }
            }
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
    fileprivate var isUpperCase: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }
    fileprivate var isLetter: Bool { isUpperCase || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }
}
