import XignProtocol

// Judges inputs by the readers of XignProtocol, for the differential test with the authenticator's modules in a browser
// (EndToEnd/test_authenticator_differential.py). A line of the input has a kind and bytes in base64url; the line of the
// output has the judgement, `-` where the reader refuses the bytes.
//
// With the argument `catalogue` it prints the names and limits of the protocol instead, with which
// EndToEnd/stage/catalogue.py compares what stands elsewhere.

func judge(_ kind: Substring, _ bytes: [UInt8]) -> String? {
    switch kind {
    case "json": (try? StrictJSON.parse(bytes, limits: .statement)).map { text($0.serialized) }
    case "consent": (try? ConsentStatement(parsing: bytes)).map { text($0.serialized) }
    case "keyMaterial": (try? KeyMaterial(parsing: bytes)).map(describe)
    case "signed": signed(bytes)
    case "origin": string(bytes).flatMap { ManagerOrigin($0) }?.idmIdentifier
    case "link": string(bytes).map(link)
    case "text": string(bytes).map { "\(DisplayText.isValid($0))" }
    case "typed": string(bytes).flatMap { try? DisplayText.canonical($0) }.map { text(Array($0.utf8)) }
    case "bytes": string(bytes).flatMap { Base64URL.decode($0) }.map(text)
    case "typedPin": string(bytes).flatMap { PIN(typed: $0) }.map { text(Array($0.text.utf8)) }
    case "phone": string(bytes).map(phone)
    case "flaw": string(bytes).map(flaw)
    case "address": string(bytes).map(address)
    case "pin": string(bytes).flatMap { PIN($0) }.map { $0.isCommon ? "common" : "allowed" }
    case "key": StatementVerificationKey(rawRepresentation: bytes).map { _ in "accepted" }
    case "open": answer(Open.self, bytes)
    case "start": answer(Start.self, bytes)
    case "offers": offers(bytes)
    case "prepare": answer(Prepare.self, bytes)
    case "finish": answer(Finish.self, bytes)
    case "personalizeFinish": answer(PersonalizeFinish.self, bytes)
    case "status": answer(Status.self, bytes)
    case "startUtility": answer(StartUtility.self, bytes)
    default: "unknown kind"
    }
}

func text(_ bytes: [UInt8]) -> String { Base64URL.encode(bytes) }

func string(_ bytes: [UInt8]) -> String? { String(validating: bytes, as: UTF8.self) }

func describe(_ material: KeyMaterial) -> String {
    """
    \(material.idmIdentifier) \(material.epoch) \(material.sequence) \(material.expiresAt) \(material.threshold) \
    \(material.encryptionKeys.count)
    """
}

func signed(_ bytes: [UInt8]) -> String? {
    for type in [StatementType.consent, .enrolment, .keyChange] {
        guard let statement = try? SignedStatement(parsing: bytes, type: type) else { continue }
        return "\(type.rawValue) \(statement.factors.map(\.rawValue).joined(separator: ",")) \(text(statement.payload))"
    }
    return (try? SignedKeyMaterial(parsing: bytes)).map { describe($0.material) }
}

func link(_ text: String) -> String {
    do throws(InitializationPayload.ParsingError) {
        let link = try InitializationLink(parsing: text)
        let (kind, origin) = (link.data.process.kind, link.data.origin)
        return switch link.source {
        case .bare: "\(kind) \(origin)"
        case .appLink(let appLinkOrigin): "\(kind) \(origin) \(appLinkOrigin)"
        // No page is opened by a Deep-Link.
        case .deepLink: "notInitializationData"
        }
    } catch {
        return "\(error)"
    }
}

func phone(_ typed: String) -> String {
    do throws(PhoneNumber.Flaw) { return try PhoneNumber.canonical(typed: typed) } catch {
        let kind =
            switch error {
            case .noCountryCode, .length: "form-phoneNumber"
            case .nationalPrefix: "phone-prefix"
            case .letter: "phone-letter"
            case .numberExtension: "phone-extension"
            case .laterPlus: "phone-plus"
            case .sign: "phone-sign"
            }
        return [kind, error.character.map(place)].compactMap(\.self).joined(separator: " ")
    }
}

func place(_ character: RefusedCharacter) -> String {
    let place =
        switch character.place {
        case .beginning: "beginning"
        case .end: "end"
        case .after(1): "first"
        case .after(let count): "after \(count)"
        }
    return "\(character.name) \(place)"
}

/// Names the invisible character of a typed text.
func flaw(_ typed: String) -> String {
    guard case .invisible(let character) = CanonicalText.flaw(in: CanonicalText.canonical(typed)) else { return "none" }
    return place(character)
}

/// Reads an address whose five parts are separated by bars.
func address(_ typed: String) -> String {
    // By scalar: a mark behind a bar would hide it.
    let parts = typed.unicodeScalars.split(separator: "|", maxSplits: 4, omittingEmptySubsequences: false).map {
        String($0)
    }
    guard parts.count == 5 else { return "no address" }
    do throws(AddressText.Refusal) {
        let address = try AddressText(
            typedStreet: parts[0], postalCode: parts[1], locality: parts[2], region: parts[3], country: parts[4])
        return text(Array(address.text.utf8))
    } catch { return "refused" }
}

func answer<Operation: DeviceOperation>(_ operation: Operation.Type, _ bytes: [UInt8]) -> String? {
    switch try? OperationAnswer<Operation.Response>(parsing: bytes) {
    case .response: "accepted"
    case .failure(let refusal): "refused \(refusal.error.rawValue)"
    case nil: nil
    }
}

/// Tells what a device shows of the attributes in an answer to `start`.
func offers(_ bytes: [UInt8]) -> String? {
    switch try? OperationAnswer<Start.Response>(parsing: bytes) {
    case .response(let answer):
        guard let shown = ShownAttributes(answer.attributes, of: answer.subject.purpose, showsAdditions: true) else {
            return ProtocolErrorCode.clientTooOld.rawValue
        }
        let attributes = AttributeName.allCases.compactMap { name in
            shown.attributes[name].map {
                offer(name.rawValue, "", [$0.isRequired, $0.isMissing, $0.mustBeVerified], $0.aliases)
            }
        }
        let additions = shown.additions.map { offer($0.name, $0.kind.rawValue, [$0.isRequired], $0.aliases) }
        return text(JSONValue.array(attributes + additions).serialized)
    case .failure(let refusal): return "refused \(refusal.error.rawValue)"
    case nil: return nil
    }
}

func offer(
    _ name: String, _ kind: String, _ members: [Bool], _ aliases: [AttributeDescription.Alias]
) -> JSONValue {
    let aliases = aliases.map { JSONValue.array([.string($0.id), .string($0.text), .boolean($0.isPrimary)]) }
    return .array([.string(name), .string(kind)] + members.map(JSONValue.boolean) + [.array(aliases)])
}

/// The names of operations and attributes, and the most characters of a text, in JSON.
var catalogue: JSONValue {
    .object([
        ("operations", .array(DeviceOperationName.allCases.map { .string($0.rawValue) })),
        ("attributes", .array(AttributeName.allCases.map { .string($0.rawValue) })),
        (
            "textLimits",
            .object(
                AttributeName.allCases.compactMap { name in
                    name.textLimits.map { (name.rawValue, .integer(Int64($0.maximum))) }
                })
        ),
        ("addressPartLimit", .integer(Int64(TextLimits.addressPart.maximum))),
    ])
}

if CommandLine.arguments.dropFirst() == ["catalogue"] {
    print(String(decoding: catalogue.serialized, as: UTF8.self))
} else {
    while let line = readLine() {
        let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let bytes = Base64URL.decode(parts[1]) else {
            preconditionFailure("not an input: \(line)")
        }
        print(judge(parts[0], bytes) ?? "-")
    }
}
