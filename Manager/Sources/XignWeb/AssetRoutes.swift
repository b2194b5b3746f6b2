import XignHTTP
import XignWebAssets

/// The handler of the files that pages refer to.
enum AssetRoutes {
    /// Registers the files of the pages that every site has.
    static func register(in router: inout Router) {
        router.on(.get, "/assets/{name}") { try answer($0) }
    }

    /// Registers the authenticator's modules, which refer to each other by their folders.
    static func registerModules(in router: inout Router) {
        router.on(.get, "/assets/{set}/{folder}/{name}") { try answer($0) }
    }

    private static func answer(_ request: Request) throws -> Response {
        guard let asset = WebAssets.asset(at: request.target.path) else { throw HTTPError.notFound }
        return response(asset)
    }

    /// Answers a file at an address that contains a hash of its content: browsers keep it.
    /// - Parameter headers: those besides.
    static func response(_ asset: WebAsset, headers: [HeaderField] = []) -> Response {
        .bytes(
            asset.bytes, contentType: asset.contentType,
            headers: headers + [HeaderField("Cache-Control", "public, max-age=31536000, immutable")])
    }
}
