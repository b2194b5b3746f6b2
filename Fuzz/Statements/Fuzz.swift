// A fuzzer of everything that is signed, and of the JSON, attributes and keys in it.
// The first byte selects the kind of the rest. Accepted input is compared with a second reader (Foundation's, for
// JSON), survives a round trip, and is accepted as one kind only.

import XignCrypto

@testable import XignProtocol

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// MARK: JSON

/// A JSON value as Foundation reads it.
private enum FoundationJSON: Decodable {
    case object([String: FoundationJSON])
    case array([FoundationJSON])
    case string(String)
    case integer(Int64)
    case boolean(Bool)

    init(from decoder: any Decoder) throws {
        if let members = try? [String: FoundationJSON](from: decoder) {
            self = .object(members)
        } else if let elements = try? [FoundationJSON](from: decoder) {
            self = .array(elements)
        } else {
            let container = try decoder.singleValueContainer()
            if let flag = try? container.decode(Bool.self) {
                self = .boolean(flag)
            } else if let number = try? container.decode(Int64.self) {
                self = .integer(number)
            } else {
                self = .string(try container.decode(String.self))
            }
        }
    }

    func matches(_ value: JSONValue) -> Bool {
        switch (self, value) {
        case (.object(let own), .object(let members)):
            // A dictionary treats names that are equivalent in Unicode as one.
            let names = Set(members.map(\.name))
            return own.count == names.count
                && (names.count < members.count || members.allSatisfy { own[$0.name]?.matches($0.value) ?? false })
        case (.array(let own), .array(let elements)):
            return own.count == elements.count && zip(own, elements).allSatisfy { $0.matches($1) }
        case (.string(let own), .string(let text)): return own.hasSameBytes(as: text)
        case (.integer(let own), .integer(let number)): return own == number
        case (.boolean(let own), .boolean(let flag)): return own == flag
        default: return false
        }
    }
}

private func checkJSON(_ bytes: [UInt8]) {
    let limits = StrictJSON.Limits(size: 2000, depth: 6)
    let value: JSONValue
    do throws(StrictJSON.Refusal) { value = try StrictJSON.parse(bytes, limits: limits) } catch {
        precondition((0...bytes.count).contains(error.offset))
        return
    }
    precondition(bytes.count <= 2000 && depth(value) <= 6)
    let foundation = try? JSONDecoder().decode(FoundationJSON.self, from: Data(bytes))
    precondition(foundation?.matches(value) ?? false, "Foundation reads it as something else")
    let written = value.serialized
    // Escapes may be longer when they are written again; the depth stays the same.
    let again = try? StrictJSON.parse(written, limits: .init(size: 12000, depth: 6))
    precondition(again?.serialized == written, "what was written is not what was read")
}

private func depth(_ value: JSONValue) -> Int {
    switch value {
    case .object(let members): 1 + (members.map { depth($0.value) }.max() ?? 0)
    case .array(let elements): 1 + (elements.map(depth).max() ?? 0)
    case .string, .integer, .boolean: 0
    }
}

// MARK: Statements

private func checkConsent(_ bytes: [UInt8]) {
    guard let statement = try? ConsentStatement(parsing: bytes) else { return }
    let written = statement.serialized
    guard let again = try? ConsentStatement(parsing: written) else { preconditionFailure("not read again") }
    precondition(again == statement && again.serialized == written)
    precondition(statement.challenge.count == 32 && !statement.alternatives.isEmpty)
    precondition(statement.alternatives.allSatisfy { $0.contains(.device) && $0 == Set($0).sorted() })
    let parties = [statement.service, statement.organization, statement.role]
    let shown = parties.map(\.name) + [statement.serviceOrigin] + statement.attributes.map(\.name)
    precondition((shown + statement.attributes.compactMap(\.aliasText)).allSatisfy(isHarmless))
    precondition((parties.map(\.id) + statement.attributes.compactMap(\.aliasID)).allSatisfy(isIdentifier))
    check(statement.subject)
    if statement.subject.requiresPIN {
        precondition(statement.attributes.isEmpty && statement.alternatives.allSatisfy { $0.contains(.pin) })
    }
    precondition((try? EnrolmentStatement(parsing: bytes)) == nil && (try? KeyMaterial(parsing: bytes)) == nil)
    precondition((try? KeyChangeStatement(parsing: bytes)) == nil)
}

private func checkEnrolment(_ bytes: [UInt8]) {
    guard let statement = try? EnrolmentStatement(parsing: bytes) else { return }
    let written = statement.serialized
    guard let again = try? EnrolmentStatement(parsing: written) else { preconditionFailure("not read again") }
    precondition(again == statement && again.serialized == written)
    precondition(statement.challenge.count == 32 && statement.keys.contains { $0.factor == .device })
    precondition(Set(statement.keys.map(\.factor)).count == statement.keys.count)
    precondition([statement.alias, statement.platform].allSatisfy(isHarmless))
    if let attestation = statement.attestation {
        precondition((1...8192).contains(attestation.bytes.count) && (1...32).contains(attestation.format.utf8.count))
    }
    precondition((try? ConsentStatement(parsing: bytes)) == nil && (try? KeyMaterial(parsing: bytes)) == nil)
    precondition((try? KeyChangeStatement(parsing: bytes)) == nil)
}

private func checkKeyMaterial(_ bytes: [UInt8]) {
    guard let material = try? KeyMaterial(parsing: bytes) else { return }
    precondition((try? KeyMaterial(parsing: material.serialized)) == material)
    precondition((1...Int64(material.rootKeys.count)).contains(material.threshold))
    precondition(material.idmIdentifier.hasSameBytes(as: material.url.idmIdentifier))
    precondition(!material.rootKeys.contains(material.onlineKey) && material.fingerprint.utf8.count == 8 * 5 + 7)
}

/// Returns whether a text has no characters that change how the rest is displayed.
func isHarmless(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 256
        && text.unicodeScalars.allSatisfy {
            $0.properties.generalCategory != .control && !$0.properties.isBidiControl
                && $0.properties.generalCategory != .lineSeparator
                && $0.properties.generalCategory != .paragraphSeparator
        }
}

private func checkDisclosure(_ bytes: [UInt8]) {
    let text = Base64URL.encode(bytes)
    guard let disclosure = try? AttributeDisclosure(parsing: text) else { return }
    precondition(disclosure.text.hasSameBytes(as: text) && !"\(disclosure)".contains(text))
    let salt = [UInt8](repeating: 1, count: 16)
    let own = AttributeDisclosure(salt: salt, name: disclosure.name, value: disclosure.value)
    // Its canonical form may be larger than the limit of the reader.
    guard own.text.utf8.count <= 16 * 1024 else { return }
    precondition((try? AttributeDisclosure(parsing: own.text)) == own)
}

// MARK: Attributes

/// Checks values of attributes, as in disclosures: each has one spelling.
private func checkAttributes(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    let (today, tomorrow) = (CalendarDay(latestAt: 1_800_000_000), CalendarDay(latestAt: 1_800_086_400))
    for name in AttributeName.allCases where name.accepts(text, today: today) {
        precondition(name.accepts(text, today: tomorrow) && !text.isEmpty && text.utf8.count <= 6000)
        precondition(name == .address || CanonicalText.isCanonical(text))
        let disclosure = AttributeDisclosure(salt: [UInt8](repeating: 1, count: 16), name: name.rawValue, value: text)
        guard let read = try? AttributeDisclosure(parsing: disclosure.text) else {
            preconditionFailure("not read again")
        }
        precondition(read == disclosure && read.value.hasSameBytes(as: text))
    }
    if let day = CalendarDay(text) { precondition(day.description.hasSameBytes(as: text)) }
    if let address = AddressText(text) {
        precondition(address.text.hasSameBytes(as: text) && CountryCode.isKnown(address.country))
    }
    if let address = AddressText(line: text) { precondition(AddressText(address.text) == address) }
    if EmailAddress.isCanonical(text) { precondition(text.utf8.filter { $0 == UInt8(ascii: "@") }.count == 1) }
    if PhoneNumber.isCanonical(text) { precondition((8...16).contains(text.utf8.count)) }
    checkTyped(text)
    let trimmed = String(CanonicalText.trimmed(text))
    precondition(String(CanonicalText.trimmed(trimmed)).hasSameBytes(as: trimmed))
}

// MARK: Signatures

private let scalar = [UInt8](repeating: 3, count: 32)

/// Checks a JWS as it comes from the network.
private func checkSigned(_ bytes: [UInt8]) {
    let types: [StatementType] = [.consent, .enrolment, .keyChange]
    let read = types.compactMap { try? SignedStatement(parsing: bytes, type: $0) }
    precondition(read.count <= 1, "one statement of two types")
    if let statement = read.first {
        precondition(!statement.factors.isEmpty && statement.factors == Set(statement.factors).sorted())
        precondition(statement.serialized == bytes)
    }
    if let material = try? SignedKeyMaterial(parsing: bytes) {
        precondition(read.isEmpty, "key material that is a statement")
        checkKeyMaterial(material.material.serialized)
        _ = material.isSignedByItsRoots
        _ = try? KeyMaterialChain(trusting: material)
    }
}

/// Checks a JWS composed of its parts, one on each line, so that a mutation need not be valid base64url: the payload,
/// then the protected headers.
private func checkParts(_ bytes: [UInt8]) {
    let parts = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let signatures = parts.dropFirst().map { header in
        JSONValue.object([("protected", .bytes(header)), ("signature", .bytes([UInt8](repeating: 1, count: 64)))])
    }
    let document = JSONValue.object([("payload", .bytes(parts[0])), ("signatures", .array(signatures))]).serialized
    checkSigned(document)
    for type in [StatementType.consent, .enrolment, .keyChange] {
        guard let statement = try? SignedStatement(parsing: document, type: type) else { continue }
        precondition(statement.payload.elementsEqual(parts[0]) && statement.factors.count == signatures.count)
        precondition(statement.factors.allSatisfy { $0.algorithm != nil } && (1...5).contains(signatures.count))
        precondition(
            parts.dropFirst().allSatisfy { $0.firstRange(of: type.rawValue.utf8) != nil || $0.contains(0x5C) },
            "a header that does not name the type")
    }
}

/// Signs the input and then changes it: the first bytes give the place, the third the change.
private func checkSigning(_ bytes: [UInt8]) throws {
    guard bytes.count > 2 else { return }
    let device = try P256.Signing.PrivateKey(rawRepresentation: scalar)
    let pin = try Curve25519.Signing.PrivateKey(rawRepresentation: scalar)
    let payload = Array(bytes.dropFirst(2))
    let statement = try SignedStatement(
        signing: payload, type: .consent,
        with: [
            (.pin, { Array(try pin.signature(for: $0)) }),
            (.device, { Array(try device.signature(for: $0).rawRepresentation) }),
        ])
    guard
        let deviceKey = FactorPublicKey(factor: .device, rawRepresentation: Array(device.publicKey.rawRepresentation)),
        let pinKey = FactorPublicKey(factor: .pin, rawRepresentation: Array(pin.publicKey.rawRepresentation))
    else { preconditionFailure("our own keys") }
    precondition(statement.payload == payload && statement.isSigned(byExactly: [pinKey, deviceKey]))
    precondition(!statement.isSigned(byExactly: [deviceKey]) && !statement.isSigned(byExactly: []))
    var edited = statement.serialized
    let place = (Int(bytes[0]) << 8 | Int(bytes[1])) % edited.count
    edited[place] ^= payload[0]
    guard let other = try? SignedStatement(parsing: edited, type: .consent), edited != statement.serialized else {
        return
    }
    // Only white space could change without invalidating the signatures, and there is none.
    precondition(!other.isSigned(byExactly: [pinKey, deviceKey]), "an altered statement is signed")
}

// MARK: Keys

/// The points of small order, each in its canonical encoding without the sign (RFC 7748, section 7).
private let smallOrder: [[UInt8]] = [
    [UInt8](repeating: 0, count: 32),
    [1] + [UInt8](repeating: 0, count: 31),
    [0xEC] + [UInt8](repeating: 0xFF, count: 30) + [0x7F],
    Base64URL.decode("JuiVj8KyJ7BFw_SJ8u-Y8NXfrAXTxjM5sTgCiG1T_AU"),
    Base64URL.decode("xxdqcD1N2E-6PAt2DRBnDyogU_osOczG_U_V53cDeug"),
].compactMap { $0 }

private func checkKeys(_ bytes: [UInt8]) throws {
    if let key = StatementVerificationKey(rawRepresentation: bytes) {
        var y = key.rawRepresentation
        precondition(y == bytes && y.count == 32)
        y[31] &= 0x7F
        precondition(!smallOrder.contains(y), "a point of small order")
        let isBelowPrime = y[31] < 0x7F || y[0] < 0xED || y[1...30].contains { $0 != 0xFF }
        precondition(isBelowPrime, "an encoding that is not the canonical one")
        let signature = [UInt8](repeating: 0, count: 64)
        precondition(!key.isValidSignature(signature, for: bytes))
    }
    for factor in FactorType.allCases {
        guard let key = FactorPublicKey(factor: factor, rawRepresentation: bytes) else { continue }
        precondition(key.rawRepresentation == bytes && factor.algorithm != nil)
        precondition(bytes.count == (factor.algorithm == .es256 ? 64 : 32))
        if let p256 = key.p256 { precondition(Array(p256.rawRepresentation) == bytes) }
    }
    _ = EncryptionKey(suite: .x25519, publicKey: bytes).map { try? $0.sender(info: []) }
}

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    guard let first = input.first else { return 0 }
    let rest = Array(input.dropFirst())
    do {
        switch first {
        case UInt8(ascii: "j"): checkJSON(rest)
        case UInt8(ascii: "c"): checkConsent(rest)
        case UInt8(ascii: "e"): checkEnrolment(rest)
        case UInt8(ascii: "x"): checkKeyChange(rest)
        case UInt8(ascii: "u"): try checkSubject(rest)
        case UInt8(ascii: "i"): try checkInAppAnswer(rest)
        case UInt8(ascii: "m"): checkKeyMaterial(rest)
        case UInt8(ascii: "d"): checkDisclosure(rest)
        case UInt8(ascii: "a"): checkAttributes(rest)
        case UInt8(ascii: "s"): checkSigned(rest)
        case UInt8(ascii: "h"): checkParts(rest)
        case UInt8(ascii: "w"): try checkSigning(rest)
        case UInt8(ascii: "k"): try checkKeys(rest)
        default: break
        }
    } catch {
        preconditionFailure("what we made ourselves was refused: \(error)")
    }
    return 0
}
