import Foundation
internal import XignProtocol

/// The identity of a manager according to its key material, for tools that let a person decide whether to trust it.
///
/// Source: `docs/protocol.md`, section 1.
public struct KeyMaterialInformation: Sendable, Hashable, Identifiable {
    /// The manager's identifier.
    public let idmIdentifier: String
    /// The manager's URL.
    public let url: URL
    /// The fingerprint of the manager's root keys as words, to compare with the words that the operator published on
    /// another channel.
    public let fingerprint: String
    /// The number of the epoch, from 1. The manager's operator begins a new one when keys may have been stolen, which
    /// the fingerprint does not show. Compare it with the number that the operator published beside the words: a lower
    /// one belongs to keys that were replaced.
    public let epoch: Int64
    /// The moment at which the epoch was prepared, by its number; nil for the first one.
    public let epochBegan: Date?
    /// The expiry of this document. No message is sealed with an expired document, but it still verifies newer ones.
    public let expiresAt: Date

    /// The manager's identifier.
    public var id: String { idmIdentifier }

    /// Parses key material, and verifies that it is signed by the keys that it contains, including the root keys.
    ///
    /// This proves integrity, not authenticity: only comparing the fingerprint does.
    ///
    /// - Parameter data: a signed document (a JWS as JSON), or an array of documents, each verified by its predecessor.
    ///   One of them must be signed by the root keys of the last one, as the documents of a manager are.
    /// - Throws: ``XignSdkInitializationErrorCodes/keyMaterialInvalid``.
    public init(_ data: Data) throws(XignSdkInitializationError) {
        _ = try KeyMaterialChain(trusting: data)
        let chain: KeyMaterialChain
        do { chain = try KeyMaterialChain(confirming: SignedKeyMaterial.list(parsing: Array(data))) } catch {
            throw XignSdkInitializationError(
                .keyMaterialInvalid,
                "The key material is not signed by the root keys that it contains. Get all of it from the operator.")
        }
        self.init(chain.current.material)
    }

    init(_ material: KeyMaterial) {
        idmIdentifier = material.idmIdentifier
        // An origin in its normal form is always a URL. Should Foundation ever disagree, this placeholder is unusable.
        url = URL(string: material.url.description) ?? URL(fileURLWithPath: "/")
        fingerprint = material.fingerprint
        epoch = material.epoch
        epochBegan = material.epochBegan.map { Date(timeIntervalSince1970: TimeInterval($0)) }
        expiresAt = Date(timeIntervalSince1970: TimeInterval(material.expiresAt))
    }
}

extension KeyMaterialChain {
    /// Creates a chain from documents that the app ships or that a person has confirmed.
    init(trusting data: Data) throws(XignSdkInitializationError) {
        do {
            self = try KeyMaterialChain(trusting: SignedKeyMaterial.list(parsing: Array(data)))
        } catch {
            throw XignSdkInitializationError(
                .keyMaterialInvalid,
                "The key material is not a document signed by its own manager. Get it again from the operator.")
        }
    }
}

extension SignedKeyMaterial {
    /// Parses one document, or an array of documents.
    static func list(parsing bytes: [UInt8]) throws -> [SignedKeyMaterial] {
        // An array of documents is nested one level deeper than a document, and as long as all of them together.
        switch try StrictJSON.parse(bytes, limits: StrictJSON.Limits(size: 1 << 20, depth: 5)) {
        case .array(let documents): try documents.map { try SignedKeyMaterial(parsing: $0.serialized) }
        case let document: [try SignedKeyMaterial(parsing: document.serialized)]
        }
    }
}
