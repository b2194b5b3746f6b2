import XignCrypto

/// A file that pages refer to, held in memory.
package struct WebAsset: Sendable {
    /// The path that serves the file, such as `/assets/login.1c9a2b7d00112233.css`. It contains a hash of the content,
    /// so that browsers may cache the file without asking again (`Cache-Control: public, max-age=31536000, immutable`).
    package let path: String
    package let contentType: String
    package let bytes: [UInt8]

    /// - Parameter parts: of the content, one after the other.
    package init(_ name: String, _ type: String, contentType: String, _ parts: [UInt8]...) {
        let bytes = Array(parts.joined())
        self.init(path: "/assets/\(name).\(Self.hash(of: bytes)).\(type)", contentType: contentType, bytes: bytes)
    }

    /// - Parameter path: contains a hash of the content.
    init(path: String, contentType: String, bytes: [UInt8]) {
        self.path = path
        self.contentType = contentType
        self.bytes = bytes
    }

    static func hash(of bytes: [UInt8]) -> String {
        SHA256.hash(data: bytes).prefix(8).map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }
}

/// The files that are compiled into the binary.
package enum WebAssets {
    /// The style of login, confirmation and error pages: one file, so that a browser asks once.
    package static let loginStyle = WebAsset(
        "login", "css", contentType: "text/css; charset=utf-8", PackageResources.tokens_css,
        PackageResources.base_css, PackageResources.login_css)
    /// The style of pages that list and ask, such as the account's.
    package static let pageStyle = WebAsset(
        "page", "css", contentType: "text/css; charset=utf-8", PackageResources.tokens_css,
        PackageResources.base_css, PackageResources.components_css)
    /// The style of the authenticator.
    package static let authenticatorStyle = WebAsset(
        "authenticator", "css", contentType: "text/css; charset=utf-8", PackageResources.tokens_css,
        PackageResources.base_css, PackageResources.components_css, PackageResources.authenticator_css)
    package static let loginScript = WebAsset(
        "login", "js", contentType: "text/javascript; charset=utf-8", PackageResources.login_js)
    package static let returnScript = WebAsset(
        "return", "js", contentType: "text/javascript; charset=utf-8", PackageResources.return_js)
    /// Sends a form that needs no decision of the person.
    package static let formPostScript = WebAsset(
        "formpost", "js", contentType: "text/javascript; charset=utf-8", PackageResources.formpost_js)
    package static let appLinkScript = WebAsset(
        "applink", "js", contentType: "text/javascript; charset=utf-8", PackageResources.applink_js)
    /// Says what is in the way where the modules of the authenticator do not run.
    package static let lateScript = WebAsset(
        "late", "js", contentType: "text/javascript; charset=utf-8", PackageResources.late_js)
    /// Shows times in the browser's time zone.
    package static let timesScript = WebAsset(
        "times", "js", contentType: "text/javascript; charset=utf-8", PackageResources.times_js)
    /// Copies values that are shown once.
    package static let copyScript = WebAsset(
        "copy", "js", contentType: "text/javascript; charset=utf-8", PackageResources.copy_js)
    /// The library that draws QR codes in the browser. `make` copies it from Debian's node-qrcode-generator.
    package static let qrCodeLibrary = WebAsset(
        "qrcode", "js", contentType: "text/javascript; charset=utf-8", PackageResources.qrcode_js)
    package static let icon = WebAsset("icon", "svg", contentType: "image/svg+xml", PackageResources.icon_svg)

    /// The assets of every page. Those of the authenticator are served where it is.
    package static let all = [
        loginStyle, pageStyle, authenticatorStyle, loginScript, returnScript, formPostScript, appLinkScript,
        lateScript, timesScript, copyScript, qrCodeLibrary, icon,
    ]

    private static let byPath = Dictionary(uniqueKeysWithValues: (all + authenticator.all).map { ($0.path, $0) })

    /// Finds the asset with exactly this path; nil for an unknown one, or one of another version.
    package static func asset(at path: String) -> WebAsset? {
        byPath[path]
    }
}
