import Foundation
import XignCrypto

/// A test vector of RFC 9180, appendix A, in its authors' JSON form.
struct HPKEVector: Decodable {
    struct Encryption: Decodable {
        let aad, ct, pt: String
    }

    struct Export: Decodable {
        let context: String
        let length: Int
        let value: String

        enum CodingKeys: String, CodingKey {
            case context = "exporter_context"
            case length = "L"
            case value = "exported_value"
        }
    }

    let mode: Int
    let kem, kdf, aead: UInt16
    let info, recipientKey, recipientPublicKey, encapsulated, sharedSecret: String
    let ephemeralKey, ephemeralSeed: String?
    let encryptions: [Encryption]
    let exports: [Export]

    enum CodingKeys: String, CodingKey {
        case mode, info, encryptions, exports
        case kem = "kem_id"
        case kdf = "kdf_id"
        case aead = "aead_id"
        case recipientKey = "skRm"
        case recipientPublicKey = "pkRm"
        case encapsulated = "enc"
        case sharedSecret = "shared_secret"
        case ephemeralKey = "skEm"
        case ephemeralSeed = "ikmE"
    }

    static func read(_ file: String) throws -> [HPKEVector] {
        let url = try TestEnvironment.vectors().appending(path: "HPKE/" + file)
        return try JSONDecoder().decode([HPKEVector].self, from: Data(contentsOf: url))
    }

    /// The suite; nil for a KDF that RFC 9180 does not define.
    var suite: HPKE.Ciphersuite? {
        guard let kem = HPKE.KEM.allCases.first(where: { $0.identifier == kem }),
            let kdf = HPKE.KDF.allCases.first(where: { $0.identifier == kdf }),
            let aead = HPKE.AEAD.allCases.first(where: { $0.identifier == aead })
        else { return nil }
        return HPKE.Ciphersuite(kem: kem, kdf: kdf, aead: aead)
    }

    /// Returns whether encapsulation gives the published result.
    func holds(_ result: KEM.EncapsulationResult) throws -> Bool {
        try result.encapsulated == hex(encapsulated)
            && result.sharedSecret == SymmetricKey(data: hex(sharedSecret))
    }

    /// Returns whether sealing, opening and exporting agree with the vector, with forgeries refused in between.
    func holds(suite: HPKE.Ciphersuite, key: some HPKEPrivateKey, result: KEM.EncapsulationResult) throws -> Bool {
        guard try holds(result) else { return false }
        var sender = HPKE.Sender(result, suite, try hex(info))
        var recipient = try HPKE.Recipient(
            privateKey: key, ciphersuite: suite, info: hex(info), encapsulatedKey: hex(encapsulated))
        for item in encryptions {
            let (aad, message, published) = (try hex(item.aad), try hex(item.pt), try hex(item.ct))
            var forged = published
            forged[forged.endIndex - 1] ^= 1
            guard try sender.seal(message, authenticating: aad) == published,
                (try? recipient.open(forged, authenticating: aad)) == nil,
                try recipient.open(published, authenticating: aad) == message
            else { return false }
        }
        for item in exports {
            let (context, value) = (try hex(item.context), SymmetricKey(data: try hex(item.value)))
            guard try sender.exportSecret(context: context, outputByteCount: item.length) == value,
                try recipient.exportSecret(context: context, outputByteCount: item.length) == value
            else { return false }
        }
        return true
    }
}
