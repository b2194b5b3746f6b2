import Foundation
internal import XignProtocol

/// What a manager's key material says of it. For tools that let a person decide whether to trust a manager.
public struct KeyMaterialInformation: Sendable, Hashable, Identifiable {
    /// What names the manager.
    public let idmIdentifier: String
    /// Where it is.
    public let url: URL
    /// The manager's root keys as words, to compare with what the operator published by another way.
    public let fingerprint: String
    /// Until when messages may be sealed with this document. An expired one still verifies a newer.
    public let expiresAt: Date

    /// The manager.
    public var id: String { idmIdentifier }

    /// Reads key material and checks that it is signed by the keys that it names itself, the root keys among them. That
    /// says nothing about whether they are to be trusted: the fingerprint does.
    ///
    /// - Parameter data: a signed document (a JWS as JSON), or an array of them, each verified by the one before it. One
    ///   of them must be signed by the root keys that the last one names: what a manager publishes is.
    /// - Throws: ``XignSdkInitializationErrorCodes/keyMaterialInvalid``.
    public init(_ data: Data) throws(XignSdkInitializationError) {
        _ = try KeyMaterialChain(trusting: data)
        let chain: KeyMaterialChain
        do { chain = try KeyMaterialChain(confirming: SignedKeyMaterial.list(parsing: Array(data))) } catch {
            throw XignSdkInitializationError(
                .keyMaterialInvalid,
                "The key material names root keys that have not signed it. Get all of it from the operator.")
        }
        self.init(chain.current.material)
    }

    init(_ material: KeyMaterial) {
        idmIdentifier = material.idmIdentifier
        // An origin in its normal form is always a URL; if Foundation should ever differ, the path is relative and unusable.
        url = URL(string: material.url.description) ?? URL(fileURLWithPath: "/")
        fingerprint = material.fingerprint
        expiresAt = Date(timeIntervalSince1970: TimeInterval(material.expiresAt))
    }
}

extension KeyMaterialChain {
    /// Begins with documents that the app ships or a person has confirmed.
    init(trusting data: Data) throws(XignSdkInitializationError) {
        do {
            self = try KeyMaterialChain(trusting: SignedKeyMaterial.list(parsing: Array(data)))
        } catch {
            throw XignSdkInitializationError(
                .keyMaterialInvalid,
                "The key material is no document that a manager has signed for itself. Get it again from the operator.")
        }
    }
}

extension SignedKeyMaterial {
    /// Reads one document, or an array of them.
    static func list(parsing bytes: [UInt8]) throws -> [SignedKeyMaterial] {
        // An array of documents is one level deeper than a document, and as long as all of them.
        switch try StrictJSON.parse(bytes, limits: StrictJSON.Limits(size: 1 << 20, depth: 5)) {
        case .array(let documents): try documents.map { try SignedKeyMaterial(parsing: $0.serialized) }
        case let document: [try SignedKeyMaterial(parsing: document.serialized)]
        }
    }
}
