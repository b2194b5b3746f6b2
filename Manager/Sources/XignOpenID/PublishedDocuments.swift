import Threads
import XignDomain
import XignHTTP
import XignProtocol
import XignUseCases

/// The public documents: discovery, the keys of ID tokens, and the key material that apps update themselves with.
struct PublishedDocuments: Sendable {
    private struct Discovery {
        let features: ProviderFeatures
        let algorithms: [Service.SigningAlgorithm]
        let bytes: [UInt8]
    }

    private struct KeySet {
        let identifiers: [String]
        let bytes: [UInt8]
    }

    private static let keySetPath = "/openid/jwks"

    private let context: Context
    private let discovery = Locked<Discovery?>(nil)
    private let keySet = Locked<KeySet?>(nil)

    init(_ context: Context) { self.context = context }

    func register(in router: inout Router) {
        // The address of OpenID Connect Discovery 1.0, section 4, and that of RFC 8414, section 3.
        let discoveryPaths = ["openid-configuration", "oauth-authorization-server"].map { "/.well-known/\($0)" }
        for path in discoveryPaths {
            router.on(.get, path) { _ in .json(try discoveryBytes(), headers: Self.readByAnyone) }
        }
        router.on(.get, Self.keySetPath) { _ in .json(keySetBytes, headers: Self.readByAnyone) }
        for path in discoveryPaths + [Self.keySetPath] {
            CrossOriginAccess.registerPublicPreflight(path, in: &router)
        }
        registerKeyMaterial(in: &router)
    }

    func registerKeyMaterial(in router: inout Router) {
        router.on(.get, "/.well-known/xign/key-material") { try keyMaterial($0) }
    }

    /// Headers that let clients in a browser read the documents from any origin. No answer but that of their preflights
    /// has them.
    private static let readByAnyone = [
        HeaderField("Access-Control-Allow-Origin", "*"), HeaderField("Cross-Origin-Resource-Policy", "cross-origin"),
        HeaderField("Cache-Control", "public, max-age=300"),
    ]

    /// Returns the discovery document, serialized once for each set of features and algorithms.
    private func discoveryBytes() throws -> [UInt8] {
        let (features, algorithms) = (try context.providerFeatures(), context.idTokenAlgorithms)
        return discovery.withLock { known in
            if let known, known.features == features, known.algorithms == algorithms { return known.bytes }
            let bytes = DiscoveryDocument.make(issuer: context.issuer, features, algorithms: algorithms).serialized
            known = Discovery(features: features, algorithms: algorithms, bytes: bytes)
            return bytes
        }
    }

    /// The JSON Web Key Set (RFC 7517), serialized once for each set of keys.
    private var keySetBytes: [UInt8] {
        let keys = context.publishedIDTokenKeys
        let identifiers = keys.map(\.id)
        return keySet.withLock { known in
            if let known, known.identifiers == identifiers { return known.bytes }
            let bytes = JSONValue.object([("keys", .array(keys.map(\.jsonWebKey)))]).serialized
            known = KeySet(identifiers: identifiers, bytes: bytes)
            return bytes
        }
    }

    /// A JSON array of signed documents, each verified by the one before it.
    private func keyMaterial(_ request: Request) throws -> Response {
        let after = try request.query.single("after") ?? "0"
        guard (1...16).contains(after.utf8.count), after.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let sequence = Int64(after)
        else { throw HTTPError(.badRequest, "after must be the number of a document") }
        let documents = try context.keys.documentsForDevices(after: sequence)
        return .json([UInt8(ascii: "[")] + documents.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "]")])
    }
}
