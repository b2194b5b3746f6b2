import XignHTTP
import XignWebAssets

/// The operator's logo, which pages show by `<img>` alone: browsers run no script of such a picture, and load nothing
/// for it.
package struct Logo: Sendable {
    /// The limit of a file.
    package static let maximumBytes = 65_536

    private let asset: WebAsset

    /// - Parameter bytes: of a file, sent to browsers as they are.
    /// - Returns: nil for content that is neither PNG nor SVG. Its name says nothing.
    package init?(_ bytes: [UInt8]) {
        if bytes.starts(with: Self.pngSignature) {
            asset = WebAsset("logo", "png", contentType: "image/png", bytes)
        } else if Self.isSVG(bytes) {
            asset = WebAsset("logo", "svg", contentType: "image/svg+xml", bytes)
        } else {
            return nil
        }
    }

    /// The path at each origin with pages. It contains a hash of the content.
    package var path: String { asset.path }

    /// Registers the logo at an origin. Opened alone, it is confined to an origin of its own, without scripts.
    package func register(in router: inout Router) {
        router.on(.get, path) { [asset] _ in
            AssetRoutes.response(
                asset, headers: [HeaderField("Content-Security-Policy", ContentSecurityPolicy.picture)])
        }
    }

    // MARK: Content

    /// Portable Network Graphics, section 5.2.
    private static let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// Returns true for XML in UTF-8 whose first element is `svg` in SVG's namespace.
    private static func isSVG(_ bytes: [UInt8]) -> Bool {
        let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let content = bytes.starts(with: byteOrderMark) ? bytes.dropFirst(byteOrderMark.count) : bytes[...]
        guard let text = String(validating: content, as: UTF8.self) else { return false }
        var rest = text.drop(while: \.isWhitespace)
        // The prolog may precede the first element (XML 1.0, section 2.8).
        let prolog = [("<?", "?>"), ("<!--", "-->"), ("<!DOCTYPE", ">")]
        while let (_, end) = prolog.first(where: { rest.hasPrefix($0.0) }) {
            guard let range = rest.firstRange(of: end) else { return false }
            rest = rest[range.upperBound...].drop(while: \.isWhitespace)
        }
        guard rest.hasPrefix("<svg"), let end = rest.firstIndex(of: ">") else { return false }
        let attributes = rest[..<end].dropFirst(4)
        return attributes.first?.isWhitespace == true && attributes.contains("http://www.w3.org/2000/svg")
    }
}
