#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A JWS in general JSON serialization (RFC 7515, section 7.2.1), in the profile of protocol.md, "Signatures".
///
/// Protected headers have exactly {alg, kid, typ} and, for statements, `factors`. There is no unprotected header, and
/// the number of signatures is limited. This type reads and writes; its callers verify.
struct GeneralSignatures: Sendable {
    struct Header: Sendable, Equatable {
        var algorithm: SignatureAlgorithm
        var keyIdentifier: String
        var type: String
        /// The factors that sign: sorted, and the same in all headers of a JWS; nil for key material.
        var factors: [FactorType]?

        var serialized: [UInt8] {
            var members: [(String, JSONValue)] = [
                ("alg", .string(algorithm.rawValue)), ("kid", .string(keyIdentifier)), ("typ", .string(type)),
            ]
            if let factors { members.append(("factors", .array(factors.map { .string($0.rawValue) }))) }
            return JSONValue.object(members.map { (name: $0.0, value: $0.1) }).serialized
        }
    }

    struct Entry: Sendable {
        let header: Header
        let signature: [UInt8]
        /// BASE64URL(protected) || "." || BASE64URL(payload), as in the document.
        let signingInput: [UInt8]
    }

    /// The largest number of signatures: one for each factor; for key material, one for each root key of the document
    /// and of its predecessor, and for both online keys.
    private static func maximumCount(namesFactors: Bool) -> Int {
        namesFactors ? FactorType.allCases.count : 2 * (KeyMaterial.maximumRootKeyCount + 1)
    }

    let payload: [UInt8]
    let entries: [Entry]

    /// Reads a JWS.
    /// - Parameters:
    ///   - type: the `typ` that every header must have.
    ///   - namesFactors: true if every header must have `factors`, false if none may.
    /// - Throws: `StatementError.malformed`.
    init(parsing bytes: [UInt8], type: String, namesFactors: Bool) throws(StatementError) {
        var document = try JSONObjectReader(Self.json(bytes))
        let encodedPayload = try document.string("payload")
        guard let payload = Base64URL.decode(encodedPayload) else { throw .malformed }
        self.payload = payload
        let signatures = try document.array("signatures")
        try document.end()
        guard (1...Self.maximumCount(namesFactors: namesFactors)).contains(signatures.count) else { throw .malformed }
        var entries: [Entry] = []
        for signature in signatures {
            var entry = try JSONObjectReader(signature)
            let encodedHeader = try entry.string("protected")
            let signatureBytes = try entry.bytes("signature", count: 64)
            try entry.end()
            guard let headerBytes = Base64URL.decode(encodedHeader) else { throw .malformed }
            let header = try Self.header(headerBytes, namesFactors: namesFactors)
            guard header.type.hasSameBytes(as: type) else { throw .malformed }
            entries.append(
                Entry(
                    header: header, signature: signatureBytes,
                    signingInput: Array("\(encodedHeader).\(encodedPayload)".utf8)))
        }
        self.entries = entries
    }

    private static func header(_ bytes: [UInt8], namesFactors: Bool) throws(StatementError) -> Header {
        var reader = try JSONObjectReader(json(bytes))
        let algorithm: SignatureAlgorithm = try reader.word("alg")
        let keyIdentifier = try reader.string("kid")
        let type = try reader.string("typ")
        var factors: [FactorType]?
        if namesFactors {
            var list: [FactorType] = []
            for name in try reader.array("factors") {
                guard let factor = FactorType(rawValue: try name.asString()) else { throw .malformed }
                list.append(factor)
            }
            guard list == list.sorted(), Set(list).count == list.count else { throw .malformed }
            factors = list
        }
        try reader.end()
        return Header(algorithm: algorithm, keyIdentifier: keyIdentifier, type: type, factors: factors)
    }

    private static func json(_ bytes: [UInt8]) throws(StatementError) -> JSONValue {
        // A signed document contains its statement in base64url, which is a third larger.
        let limits = StrictJSON.Limits(size: 2 * StrictJSON.Limits.statement.size, depth: 4)
        do throws(StrictJSON.Refusal) { return try StrictJSON.parse(bytes, limits: limits) } catch { throw .malformed }
    }

    /// Composes a JWS.
    struct Builder {
        private let encodedPayload: String
        private var signatures: [JSONValue] = []

        init(payload: [UInt8]) { encodedPayload = Base64URL.encode(payload) }

        func signingInput(_ header: Header) -> [UInt8] {
            Array("\(Base64URL.encode(header.serialized)).\(encodedPayload)".utf8)
        }

        mutating func add(_ header: Header, signature: [UInt8]) {
            signatures.append(
                .object([("protected", .bytes(header.serialized)), ("signature", .bytes(signature))]))
        }

        var serialized: [UInt8] {
            JSONValue.object([("payload", .string(encodedPayload)), ("signatures", .array(signatures))]).serialized
        }
    }
}
