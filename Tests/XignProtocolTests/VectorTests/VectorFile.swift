import Foundation
import Testing

@testable import XignProtocol

/// A file of test vectors for other implementations. Bytes are base64url.
enum VectorFile: String, CaseIterable {
    case derivations, sealedChannel = "sealed-channel", statements, strictJSON = "strict-json", errors
    case origins, links, keyMaterial = "key-material", text, values
    case consents, deviceStatements = "device-statements", comparison, offers, inApp = "in-app", pins, ed25519

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Vectors")

    /// The file in the sources, where it is written.
    var source: URL { Self.folder.appending(path: "\(rawValue).json") }

    /// Reads the copy in the test bundle.
    func read<Content: Decodable>(_ type: Content.Type = Content.self) throws -> Content {
        let url = try #require(Bundle.module.url(forResource: rawValue, withExtension: "json", subdirectory: "Vectors"))
        return try JSONDecoder().decode(type, from: Data(contentsOf: url))
    }

    func write(_ content: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try (encoder.encode(content) + Data("\n".utf8)).write(to: source)
    }
}

/// Vectors that follow from the formulas alone.
struct DerivationVectors: Codable {
    struct InitializationData: Codable { var kind: Int, id, secret: Octets, origin, pid: String }
    struct SessionSecret: Codable {
        var managerSecret, session, qrKey: Octets, step: Int64, qrSecret, linkSecret: Octets
    }
    struct EncryptionKeyID: Codable { var suite: String, publicKey, kid: Octets }
    struct VerificationKeyID: Codable { var publicKey: Octets, kid: String }
    struct Fingerprint: Codable { var idm: String, threshold: Int64, rootKeys: [Octets], words: String }
    /// `cost` holds N, r and p of scrypt, or the rounds of PBKDF2.
    struct Stretching: Codable { var algorithm: String, cost: [Int], pin: String, salt, stretched: Octets }
    struct PINKey: Codable { var bound, salt: Octets, idm: String, activationId, seed, publicKey: Octets }
    struct SoftwareBind: Codable { var stretched, secret, bound: Octets }
    struct BindPoint: Codable { var stretched, point: Octets }
    struct ActivationProof: Codable { var pin: String, secret, activationId, pinProof: Octets }
    struct RequestInfo: Codable { var idm, operation: String, kid, info: Octets }
    struct Proof: Codable {
        var idm, operation: String, activationId, encapsulatedKey, body, transcript, publicKey, signature: Octets
    }
    struct Disclosure: Codable { var salt: Octets, name, value, text: String, digest: Octets }
    struct RequestName: Codable {
        var managerSecret: Octets, operation: String
        var id, encapsulatedKey, body, requestName, bearerValue, challenge: Octets
    }
    /// `code` is the text of an authorization code.
    struct StatementSecret: Codable { var managerSecret, statement, returnSecret, grant: Octets, code: String }
    struct InAppSecret: Codable { var managerSecret, session, secret: Octets }
    /// The values by which a manager recognises an enrolment and the body of a key change.
    struct Recognition: Codable { var managerSecret: Octets, label: String, content, value: Octets }

    var initializationData: [InitializationData]
    var sessionSecrets: [SessionSecret]
    var encryptionKeyIDs: [EncryptionKeyID]
    var verificationKeyIDs: [VerificationKeyID]
    var fingerprints: [Fingerprint]
    var stretchings: [Stretching]
    var pinKeys: [PINKey]
    var softwareBinds: [SoftwareBind]
    var bindPoints: [BindPoint]
    var activationProofs: [ActivationProof]
    var requestInfos: [RequestInfo]
    var deviceProofs: [Proof]
    var disclosures: [Disclosure]
    var requestNames: [RequestName]
    var statementSecrets: [StatementSecret]
    var inAppSecrets: [InAppSecret]
    var recognitions: [Recognition]
}

/// A recorded request and its answer, with the private key that opens the request.
struct SealedVector: Codable {
    var suite, idm, operation: String
    var privateKey, publicKey, request, body, answer, answerBody: Octets
    /// The activation and the device's key, where the request has a device proof.
    var activationId, devicePublicKey: Octets?
}

/// A JWS with the keys that verify it.
struct StatementVector: Codable {
    struct Key: Codable { var kid, alg: String, publicKey: Octets }

    var what, typ, jws: String
    var payload: Octets
    var keys: [Key]
    var isValid: Bool
}

/// JSON and consent statements with the result of their strict readers.
struct JSONVectors: Codable {
    struct Input: Codable { var what: String, bytes: Octets, isAccepted: Bool }
    struct Statement: Codable { var what: String, bytes: Octets, expectation: String }

    var maximumByteCount, maximumDepth: Int
    var inputs: [Input]
    var consent: Octets
    var statements: [Statement]
}

/// A text, with the manager's identifier where it is an origin.
struct OriginVector: Codable, Equatable { var text: String, idm: String? }

/// A link or another text, with its parts or the reason for its refusal.
struct LinkVector: Codable, Equatable {
    /// `bare`, `appLink` or `deepLink`.
    var text: String
    var form: String?
    var appLinkOrigin: String?
    var scheme: String?
    var kind: Int?
    var id: Octets?
    var secret: Octets?
    var origin: String?
    var refusal: String?
}

/// Key material to trust first, and updates of it. A document is a JWS as JSON, as it is published.
struct KeyMaterialVectors: Codable {
    struct Beginning: Codable {
        var what: String, documents: [String]
        /// The results for documents that an app ships, and for documents whose fingerprint a person compares.
        var isTrusted, isConfirmed: Bool
    }
    /// `outcome` is `accepted`, `notNewer`, `untrusted` or `forbiddenChange`.
    struct Succession: Codable { var what, known, next, outcome: String }
    struct Sealing: Codable { var what, document: String, time: Int64, isAllowed: Bool }

    var beginnings: [Beginning]
    var successions: [Succession]
    var sealings: [Sealing]
}

/// A text in UTF-8, with the result of a device that displays it and of a manager whose operator types it.
struct TextVector: Codable { var what: String, text: Octets, isShown: Bool, canonical: Octets? }

/// A text that is sent as the value of an attribute on 31 December 2026, judged by a manager.
struct ValueVector: Codable, Equatable {
    var what, attribute: String, text: Octets, isCanonical: Bool
    /// The parts of a canonical address, and its disclosure with the salt of bytes from 0x60 to 0x6F.
    var parts: [String: String]?
    var disclosure: String?
}

struct ErrorVector: Codable, Equatable { var code: String, endsTheProcess: Bool }

/// Statements with all their mutations, and other statements at their limits.
struct FormVectors: Codable {
    struct Case: Codable { var what: String, bytes: Octets, isAccepted: Bool }
    struct Original: Codable { var what: String, bytes: Octets, mutations: [Case] }

    var originals: [Original]
    var others: [Case]
}

/// Answers of the authorization endpoint to an app.
struct InAppVector: Codable { var what: String, text: String, isAccepted: Bool }

/// PINs that are refused when they are new. `listed` is the whole list of section 4; `examples` are also judged by the
/// rules.
struct PINVectors: Codable {
    struct Example: Codable { var pin: String, isCommon: Bool }

    var listed: [String]
    var examples: [Example]
}

/// A key of Ed25519 and a signature, judged as section 1 demands. `check_vectors.py --write-ed25519` wrote them, since
/// they need points that no library makes.
struct Ed25519Vector: Codable {
    var what: String
    var publicKey, message, signature: Octets
    var isKeyAccepted, isValid: Bool
}

/// An answer to `start`, with the attributes that a device shows; nil where it ends the process (`clientTooOld`).
struct OfferVector: Codable, Equatable {
    struct Shown: Codable, Equatable {
        var name: String
        /// Nil for one of the twelve.
        var kind: String?
        var isRequired: Bool
        var aliases: [String]
    }

    var what: String
    /// The answer, as JSON.
    var start: String
    /// The attributes that a device shows, in its order: the twelve by name, then the additions.
    var shown: [Shown]?
    /// The list of an app that shows no additions.
    var shownWithoutAdditions: [Shown]?
    /// The list of the readers from before the member `kind`.
    var shownBefore: [Shown]?
}

/// Processes as a device knows them, answers to `start`, and statements that the manager wants signed.
struct ComparisonVectors: Codable {
    /// The requests of the app, and its choices. `way` is `qr`, `link`, `transactionQr`, `transactionLink`,
    /// `startUtility`, `merge`, `inAppStart` or `keycloak`.
    struct Process: Codable {
        struct Party: Codable { var id, name: String }

        var way, idm, url: String
        var activationId, sessionId: Octets
        /// The request of `startUtility`.
        var purpose, factor: String?
        var target: Octets?
        /// The answer of `open`.
        var organization: Party?
        var address: String?
        /// The request of `inAppStart`, and the origin of the app's Keycloak.
        var clientId, keycloak: String?
        /// The request of `prepare`.
        var roleId: String
        var attributes: [String: Prepare.Selection]
    }
    /// The numbers of a process, an answer and a statement.
    struct Case: Codable { var what: String, process, start, statement: Int, isSigned: Bool }

    var processes: [Process]
    /// Answers to `start`, as JSON.
    var starts: [String]
    var statements: [Octets]
    var cases: [Case]
}
