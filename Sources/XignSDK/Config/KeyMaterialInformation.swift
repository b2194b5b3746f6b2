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
        let chain = try KeyMaterialChain(trusting: data)
        guard chain.isVouchedForByItsRoots(in: data) else {
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
    /// Whether the roots have signed one document of the epoch that `data` ends with. Within an epoch neither roots nor online
    /// key can change, so they vouch for the others too.
    fileprivate func isVouchedForByItsRoots(in data: Data) -> Bool {
        let documents = (try? SignedKeyMaterial.list(parsing: Array(data))) ?? []
        return documents.contains { $0.material.epoch == current.material.epoch && $0.isSignedByItsRoots }
    }

    /// Begins with documents that the app ships or a person has confirmed.
    init(trusting data: Data) throws(XignSdkInitializationError) {
        do {
            let documents = try SignedKeyMaterial.list(parsing: Array(data))
            guard let first = documents.first else { throw StatementError.malformed }
            self = try KeyMaterialChain(trusting: first)
            for next in documents.dropFirst() { try update(to: next) }
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
