import XignDomain
import XignProtocol

// The column `document` of services, roles and organizations.

extension Described {
    /// The declaration without usual values, as canonical JSON.
    var document: String { String(decoding: rendered(.declared, without: []).serialized, as: UTF8.self) }

    /// Reads a document.
    /// - Parameter owner: names the declared thing in the error.
    /// - Throws: `StorageError` with the code `.unknownDeclaration` for a member or a word that this version does not
    ///   know: it may be a demand, and ignoring it would weaken the service.
    init(document: String, of owner: String) throws(StorageError) {
        // A declaration may fill a file, and some characters take two in JSON.
        let limits = StrictJSON.Limits(size: 2 << 20, depth: 10)
        do {
            self = try MessageCoding.decode(Stored<Self>.self, from: Array(document.utf8), limits: limits).value
        } catch { throw StorageError(.unknownDeclaration, owner) }
    }
}
