/// The scripts of the authenticator: ES modules that import each other by relative addresses, so that no bundler is
/// needed.
///
/// All have one hash in their path. Otherwise a module would have to know the hashes of those that it imports.
package struct AuthenticatorModules: Sendable {
    /// The module that imports the others.
    package let main: WebAsset
    /// Every module, `main` among them.
    package let all: [WebAsset]

    /// - Parameter files: with their folders and without `.js`; the main one first.
    package init(_ files: [(name: String, bytes: [UInt8])]) {
        let files = files.map { (name: $0.name, bytes: Self.withoutComments($0.bytes)) }
        var content: [UInt8] = []
        for (name, bytes) in files { content += name.utf8 + [0] + bytes + [0] }
        let folder = "/assets/authenticator.\(WebAsset.hash(of: content))"
        all = files.map { name, bytes in
            WebAsset(
                path: "\(folder)/\(name).js", contentType: "text/javascript; charset=utf-8", bytes: bytes)
        }
        main = all[0]
    }

    /// Returns the lines of a script without indentation, and without those that are comments: half of the bytes.
    ///
    /// No text in the scripts goes over several lines.
    private static func withoutComments(_ script: [UInt8]) -> [UInt8] {
        var isComment = false
        var lines: [UInt8] = []
        for line in script.split(separator: UInt8(ascii: "\n")) {
            let code = line.drop { $0 == UInt8(ascii: " ") }
            if code.starts(with: "/*".utf8) { isComment = true }
            if !isComment, !code.starts(with: "//".utf8) { lines += code + [UInt8(ascii: "\n")] }
            if code.suffix(2).elementsEqual("*/".utf8) { isComment = false }
        }
        return lines
    }
}

extension WebAssets {
    /// `main` comes first.
    package static let authenticator = AuthenticatorModules([
        ("page/main", PackageResources.main_js),
        ("page/activating", PackageResources.activating_js),
        ("page/confirming", PackageResources.confirming_js),
        ("page/data", PackageResources.data_js),
        ("page/failures", PackageResources.failures_js),
        ("page/home", PackageResources.home_js),
        ("page/keeping", PackageResources.keeping_js),
        ("page/link", PackageResources.link_js),
        ("page/moments", PackageResources.moments_js),
        ("page/view", PackageResources.view_js),
        ("protocol/activations", PackageResources.activations_js),
        ("protocol/additions", PackageResources.additions_js),
        ("protocol/answers", PackageResources.answers_js),
        ("protocol/attributes", PackageResources.attributes_js),
        ("protocol/bytes", PackageResources.bytes_js),
        ("protocol/client", PackageResources.client_js),
        ("protocol/connection", PackageResources.connection_js),
        ("protocol/consent", PackageResources.consent_js),
        ("protocol/crypto", PackageResources.crypto_js),
        ("protocol/ed25519", PackageResources.ed25519_js),
        ("protocol/errors", PackageResources.errors_js),
        ("protocol/forms", PackageResources.forms_js),
        ("protocol/hpke", PackageResources.hpke_js),
        ("protocol/jws", PackageResources.jws_js),
        ("protocol/key-material", PackageResources.key_material_js),
        ("protocol/origin", PackageResources.origin_js),
        ("protocol/patience", PackageResources.patience_js),
        ("protocol/pid", PackageResources.pid_js),
        ("protocol/pin", PackageResources.pin_js),
        ("protocol/sealed-channel", PackageResources.sealed_channel_js),
        ("protocol/statements", PackageResources.statements_js),
        ("protocol/storage", PackageResources.storage_js),
        ("protocol/strict-json", PackageResources.strict_json_js),
        ("protocol/text", PackageResources.text_js),
        ("protocol/typed", PackageResources.typed_js),
    ])
}
