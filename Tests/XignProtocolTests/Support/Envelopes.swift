import XignCrypto

@testable import XignProtocol

/// A composer of JWS, with which each test changes one thing and signs the rest correctly.
enum Envelope {
    /// Signs with exactly this header.
    static func entry(
        _ header: String, payload: String = Base64URL.encode(Sample.consent.serialized), by factor: FactorType,
        extra: String = ""
    ) throws -> String {
        let protected = Base64URL.encode(header.octets)
        let signature = Base64URL.encode(try Sample.sign(factor)("\(protected).\(payload)".octets))
        return "{\(extra)\"protected\":\"\(protected)\",\"signature\":\"\(signature)\"}"
    }

    static func header(
        alg: String, kid: String, typ: String = "xign-consent+jws", factors: String = #"["device","pin"]"#,
        extra: String = ""
    ) -> String {
        "{\"alg\":\"\(alg)\",\(extra)\"factors\":\(factors),\"kid\":\"\(kid)\",\"typ\":\"\(typ)\"}"
    }

    static func document(
        _ entries: [String], payload: String = Base64URL.encode(Sample.consent.serialized), extra: String = ""
    ) -> [UInt8] {
        "{\(extra)\"payload\":\"\(payload)\",\"signatures\":[\(entries.joined(separator: ","))]}".octets
    }
}
