@testable import XignProtocol

/// A statement of one purpose with the members of another. `check_vectors.py` checks the same combinations.
struct SubjectCombination: Sendable {
    let purpose: Purpose
    let members: String
    let isAllowed: Bool
    let bytes: [UInt8]
    var what: String { "\(purpose.rawValue) with \(members)" }

    /// Every purpose with the members of every act, with none, and with two of them.
    static let all: [SubjectCombination] = Sample.subjects.flatMap { subject in
        memberSets.compactMap { members in
            combination(subject.purpose, members.what, members.members)
        }
    }

    private typealias Members = [(name: String, value: JSONValue)]

    private static let memberSets: [(what: String, members: Members)] = {
        func members(_ purpose: Purpose) -> Members {
            Sample.subjects.first { $0.purpose == purpose }?.members.filter { $0.name != "purpose" } ?? []
        }
        let single: [(String, Members)] = [
            ("nothing", []), ("offlineUntil", members(.login)), ("a transaction", members(.transaction)),
            ("a factor", members(.addFactor)), ("an activation", members(.revoke)),
            ("an invitation", members(.merge)),
        ]
        let double: [(String, Members)] = [
            ("offlineUntil and a transaction", members(.login) + members(.transaction)),
            ("offlineUntil and a factor", members(.login) + members(.addFactor)),
            ("a transaction and a factor", members(.transaction) + members(.addFactor)),
            ("an empty utility", [("utility", .object([]))]),
            ("a factor and an activation", [("utility", union(members(.addFactor), members(.revoke)))]),
        ]
        return single + double
    }()

    private static func union(_ one: Members, _ other: Members) -> JSONValue {
        .object(
            (one + other).flatMap { member -> Members in
                if case .object(let members) = member.value { members } else { [] }
            })
    }

    private static func combination(_ purpose: Purpose, _ what: String, _ added: Members) -> SubjectCombination? {
        guard let subject = Sample.subjects.first(where: { $0.purpose == purpose }),
            case .object(let members)? = try? StrictJSON.parse(Sample.consent(subject).serialized, limits: .statement)
        else { return nil }
        let rest = members.filter { !["utility", "transaction", "offlineUntil"].contains($0.name) }
        let allowed: [String]
        switch purpose {
        case .login, .inAppLogin: allowed = ["nothing", "offlineUntil"]
        case .transaction: allowed = ["a transaction"]
        case .changePin, .newActivation, .delete: allowed = ["nothing"]
        case .addFactor: allowed = ["a factor"]
        case .revoke: allowed = ["an activation"]
        case .merge: allowed = ["an invitation"]
        }
        return SubjectCombination(
            purpose: purpose, members: what, isAllowed: allowed.contains(what),
            bytes: JSONValue.object(rest + added).serialized)
    }
}

/// Statements at the limits of their texts and lists.
enum StatementLimits {
    typealias Case = (what: String, bytes: [UInt8], isAccepted: Bool)

    static let consents: [Case] = factors + transactions + invitations + activations

    /// For every purpose but the logins each alternative has the PIN, and no attribute is released.
    private static let factors: [Case] = Sample.subjects.flatMap { subject -> [Case] in
        let isLogin = [.login, .inAppLogin].contains(subject.purpose)
        return [
            [FactorType.device], [.biometric, .device], [.device, .otp], [.device, .pin], [.biometric, .device, .pin],
        ]
        .map { factors in
            var statement = Sample.consent(subject)
            statement.alternatives.append(factors)
            let names = factors.map(\.rawValue).joined(separator: ", ")
            return (
                "\(subject.purpose.rawValue) by \(names)", statement.serialized,
                isLogin || factors.contains(.pin)
            )
        } + [released(subject, isAccepted: isLogin)]
    }

    private static func released(_ subject: ConsentSubject, isAccepted: Bool) -> Case {
        var statement = Sample.consent(subject)
        statement.attributes = [Sample.consent.attributes[0]]
        return ("\(subject.purpose.rawValue) with an attribute", statement.serialized, isAccepted)
    }

    private static let transactions: [Case] = {
        func consent(
            type: String = "roleGrant", language: String = "en",
            parts: [TransactionText.Part] = [.literal("Pay"), .name("Zoë")]
        ) -> [UInt8] {
            Sample.consent(.transaction(.init(type: type, language: language, parts: parts))).serialized
        }
        func text(_ count: Int) -> String { String(repeating: "a", count: count) }
        let name = TransactionText.Part.name("n")
        let quarter = TransactionText.Part.literal(text(256))
        return [
            ("a type of one letter", consent(type: "a"), true), ("a type of 64 letters", consent(type: text(64)), true),
            ("a type of 65 letters", consent(type: text(65)), false), ("an empty type", consent(type: ""), false),
            ("a type with a digit", consent(type: "a1"), false), ("a type with an umlaut", consent(type: "ä"), false),
            ("a type with a space", consent(type: "a b"), false),
            ("a type with an at sign", consent(type: "@a"), false), ("a type with a brace", consent(type: "{"), false),
            ("a language of two letters", consent(language: "de"), true),
            ("a language of 35", consent(language: text(35)), true),
            ("a language of 36", consent(language: text(36)), false),
            ("a language of one letter", consent(language: "d"), false),
            ("a language with digits and hyphens", consent(language: "de-1996"), true),
            ("a language with an underscore", consent(language: "de_DE"), false),
            ("no parts", consent(parts: []), false), ("one part", consent(parts: [.literal("Pay")]), true),
            ("a name first", consent(parts: [name, .literal("Pay")]), false),
            ("a name alone", consent(parts: [name]), false),
            ("32 parts", consent(parts: [.literal("Pay")] + Array(repeating: name, count: 31)), true),
            ("33 parts", consent(parts: [.literal("Pay")] + Array(repeating: name, count: 32)), false),
            ("1,024 bytes", consent(parts: [quarter, quarter, quarter, quarter]), true),
            ("1,025 bytes", consent(parts: [quarter, quarter, quarter, quarter, name]), false),
            ("a part of 257 bytes", consent(parts: [.literal(text(257))]), false),
            ("an empty literal", consent(parts: [.literal("")]), false),
            ("an empty name", consent(parts: [.literal("Pay"), .name("")]), false),
            ("a name with a line break", consent(parts: [.literal("Pay"), .name("Zoë\nto Eve")]), false),
            ("a name that reverses", consent(parts: [.literal("Pay"), .name("\u{202E}eoZ")]), false),
            ("a literal of white space", consent(parts: [.literal(" ")]), false),
            ("a part that is both", both, false), ("a part that is neither", neither, false),
        ]
    }()

    private static let both = changed(
        .transaction(Sample.transactionText), #"{"literal":"Give the role"}"#,
        #"{"literal":"Give the role","name":"Treasurer"}"#)
    private static let neither = changed(
        .transaction(Sample.transactionText), #"{"literal":"Give the role"}"#, "{}")

    private static let invitations: [Case] = {
        func consent(_ change: (inout InvitationSubject) -> Void) -> [UInt8] {
            var invitation = Sample.invitationSubject
            change(&invitation)
            return Sample.consent(.utility(.merge(invitation))).serialized
        }
        let role = Sample.invitationSubject.roles[0]
        return [
            ("no roles", consent { $0.roles = [] }, false), ("one role", consent { $0.roles = [role] }, true),
            ("16 roles", consent { $0.roles = Array(repeating: role, count: 16) }, true),
            ("17 roles", consent { $0.roles = Array(repeating: role, count: 17) }, false),
            ("an empty address", consent { $0.address = "" }, false),
            ("an address with a break", consent { $0.address = "a\n@example.org" }, false),
            ("an organization without id", consent { $0.organization.id = "" }, false),
            ("an id of 256 bytes", consent { $0.organization.id = String(repeating: "a", count: 256) }, true),
            ("an id of 257 bytes", consent { $0.organization.id = String(repeating: "a", count: 257) }, false),
            ("an organization without name", consent { $0.organization.name = "" }, false),
            ("a role without name", consent { $0.roles[0].role = "" }, false),
            ("a service without name", consent { $0.roles[0].service = "" }, false),
        ]
    }()

    private static let activations: [Case] = {
        func consent(_ change: (inout ActivationSubject) -> Void) -> [UInt8] {
            var activation = Sample.activationSubject
            change(&activation)
            return Sample.consent(.utility(.revoke(activation))).serialized
        }
        return [
            (
                "a pending activation without a name", consent { ($0.alias, $0.platform, $0.since) = (nil, nil, nil) },
                true
            ),
            ("an empty alias", consent { $0.alias = "" }, false),
            ("an alias of 256 bytes", consent { $0.alias = String(repeating: "a", count: 256) }, true),
            ("an alias of 257 bytes", consent { $0.alias = String(repeating: "a", count: 257) }, false),
            ("an empty platform", consent { $0.platform = "" }, false),
            ("an unknown platform", consent { $0.platform = "BeOS" }, true),
            ("a short id", changed(revoke, Sample.target.description, "AAAA"), false),
            (
                "the factor of the device",
                changed(.utility(.addFactor(.biometric)), "{\"factor\":\"biometric\"}", "{\"factor\":\"device\"}"),
                false
            ),
            (
                "the factor of the PIN",
                changed(.utility(.addFactor(.biometric)), "{\"factor\":\"biometric\"}", "{\"factor\":\"pin\"}"), false
            ),
        ]
    }()

    private static let revoke = ConsentSubject.utility(.revoke(Sample.activationSubject))

    private static func changed(_ subject: ConsentSubject, _ old: String, _ new: String) -> [UInt8] {
        String(decoding: Sample.consent(subject).serialized, as: UTF8.self).with(old, new).octets
    }

    static let enrolments: [Case] = {
        func enrolment(_ change: (inout EnrolmentStatement) -> Void) -> [UInt8] {
            var statement = Sample.attestedEnrolment
            change(&statement)
            return statement.serialized
        }
        func attested(_ format: String, _ count: Int = 1) -> [UInt8] {
            enrolment { $0.attestation = .init(format: format, bytes: [UInt8](repeating: 1, count: count)) }
        }
        let text = String(decoding: Sample.attestedEnrolment.serialized, as: UTF8.self)
        return KeyStoreKind.allCases.map { kind in
            ("the key store \(kind.rawValue)", enrolment { $0.keyStore = kind }, true)
        } + [
            ("an unknown key store", text.with("\"tpm\"", "\"paper\"").octets, false),
            ("an empty key store", text.with("\"tpm\"", "\"\"").octets, false),
            ("no attestation", enrolment { $0.attestation = nil }, true),
            ("an attestation of one byte", attested("a"), true), ("an empty attestation", attested("a", 0), false),
            ("an attestation of 8,192 bytes", attested("a", 8192), true),
            ("an attestation of 8,193 bytes", attested("a", 8193), false),
            ("a format of 32 characters", attested(String(repeating: "a", count: 32)), true),
            ("a format of 33 characters", attested(String(repeating: "a", count: 33)), false),
            ("an empty format", attested(""), false), ("a format with digits and hyphens", attested("tpm-2"), true),
            ("a format in upper case", attested("TPM"), false), ("a format with a dot", attested("a.b"), false),
        ]
    }()

    static let keyChanges: [Case] = {
        let texts = Dictionary(
            uniqueKeysWithValues: Sample.changes.map {
                (Sample.keyChange($0).purpose, String(decoding: Sample.keyChange($0).serialized, as: UTF8.self))
            })
        func text(_ purpose: Purpose) -> String { texts[purpose] ?? "" }
        func key(_ key: FactorPublicKey) -> String { String(decoding: key.json.serialized, as: UTF8.self) }
        let (pin, biometric, device) = (
            key(Sample.newPINKey), key(Sample.publicKey(.biometric)), key(Sample.publicKey(.device))
        )
        var cases: [Case] = [
            ("a PIN change with the key of biometrics", text(.changePin).with(pin, biometric).octets, false),
            ("a PIN change with a device key", text(.changePin).with(pin, device).octets, false),
            ("a PIN change with two keys", text(.changePin).with(pin, "\(pin),\(biometric)").octets, false),
            ("a PIN change with its key twice", text(.changePin).with(pin, "\(pin),\(pin)").octets, false),
            ("a PIN change without a key", text(.changePin).with(pin, "").octets, false),
            ("a new factor that is a PIN", text(.addFactor).with(biometric, pin).octets, false),
            ("a new factor that is a device", text(.addFactor).with(biometric, device).octets, false),
            (
                "a new activation without a name", text(.newActivation).with("\"alias\":\"Zoë's tablet\",", "").octets,
                true
            ),
            ("a new activation with an empty name", text(.newActivation).with("Zoë's tablet", "").octets, false),
            ("a name with a break", text(.newActivation).with("Zoë's tablet", "Zoë\\n").octets, false),
            ("a short id", text(.newActivation).with(Sample.target.description, "AAAA").octets, false),
            ("another version", text(.delete).with("\"v\":1", "\"v\":2").octets, false),
            ("a consent", Sample.consent(.utility(.delete)).serialized, false),
        ]
        for purpose in Sample.changes.map({ Sample.keyChange($0).purpose }) {
            for other in Sample.subjects.map(\.purpose) where other != purpose {
                let what = "the members of \(purpose.rawValue) for \(other.rawValue)"
                cases.append(
                    (what, text(purpose).with("\"\(purpose.rawValue)\"", "\"\(other.rawValue)\"").octets, false))
            }
        }
        return cases
    }()
}
