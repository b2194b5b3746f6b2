// A fuzzer of both ends of the sealed channel, and of the messages inside.
// The first byte selects the kind of the rest: an envelope, edits of a valid envelope, the plaintext of an envelope (so
// that a mutation need not pass the cipher), the same three for an answer, or a message. Opened data is compared with a
// second reader of the same format.

import XignCrypto

@testable import XignProtocol

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

private let manager = "login.example.org"

private func decryptionKey(_ byte: UInt8) throws -> DecryptionKey {
    try DecryptionKey(suite: .x25519, secret: SecretOctets([UInt8](repeating: byte, count: 32)))
}

private func openedRequest(_ bytes: [UInt8], _ operation: DeviceOperationName = .finish) throws -> OpenedRequest {
    let key = try decryptionKey(0x42)
    return try OpenedRequest(bytes, operation: operation, idmIdentifier: manager) { identifier in
        identifier == key.publicKey.identifier ? key : nil
    }
}

// MARK: Envelopes

/// Checks bytes as they come from the network, alone and after the head of an envelope for our key.
private func checkEnvelope(_ bytes: [UInt8]) throws {
    _ = try? openedRequest(bytes)
    let head = try [1] + decryptionKey(0x42).publicKey.identifier.bytes
    guard let opened = try? openedRequest(head + bytes) else { return }
    preconditionFailure("an envelope that nobody sealed: \(opened)")
}

/// Checks that an envelope does not open after it was changed, truncated, extended, or moved to another operation.
private func checkEdits(_ bytes: [UInt8]) throws {
    let body = Array("{}".utf8)
    let request = try SealedRequest(
        body, operation: .finish, idmIdentifier: manager, key: try decryptionKey(0x42).publicKey)
    let edited = edit(request.bytes, bytes)
    if edited == request.bytes {
        let opened = try openedRequest(edited)
        precondition(opened.body == body && opened.proof == nil)
    } else {
        precondition((try? openedRequest(edited)) == nil, "an altered envelope was opened")
    }
    let other = DeviceOperationName.allCases[Int(bytes.first ?? 0) % DeviceOperationName.allCases.count]
    precondition(other == .finish || (try? openedRequest(request.bytes, other)) == nil, "an envelope was moved")
}

/// Checks the plaintext of a request.
private func checkPlaintext(_ bytes: [UInt8], isPadded: Bool) throws {
    let plaintext = isPadded ? SealedChannel.padded(bytes, to: 512) : bytes
    let key = try decryptionKey(0x42).publicKey
    let info = SealedChannel.info(idmIdentifier: manager, operation: .finish, key: key.identifier)
    var sender = try key.sender(info: info)
    let envelope = try [1] + key.identifier.bytes + Array(sender.encapsulatedKey) + Array(sender.seal(plaintext))
    let expected = requestParts(plaintext)
    guard let opened = try? openedRequest(envelope) else {
        precondition(expected == nil, "a request in its right form was refused")
        return
    }
    precondition(opened.proof ?? [] == expected?.proof && opened.body == expected?.body)
    precondition(!(opened.proof?.isEmpty ?? false))
    precondition(!opened.isProven(by: deviceKey, activation: activation), "nobody has signed this")
}

private let deviceKey: P256.Signing.PublicKey = {
    guard let key = try? P256.Signing.PrivateKey(rawRepresentation: [UInt8](repeating: 7, count: 32)) else {
        preconditionFailure("a scalar below the order of the curve")
    }
    return key.publicKey
}()

private let activation: ActivationID = {
    guard let activation = ActivationID([UInt8](repeating: 9, count: 16)) else { preconditionFailure("16 bytes") }
    return activation
}()

/// Reads u16 length || proof || u32 length || body || fewer than 512 zeros, in total a multiple of 512.
private func requestParts(_ bytes: [UInt8]) -> (proof: [UInt8], body: [UInt8])? {
    guard bytes.count % 512 == 0, bytes.count >= 6 else { return nil }
    let proofEnd = 2 + number(bytes[0..<2])
    guard proofEnd + 4 <= bytes.count else { return nil }
    let bodyStart = proofEnd + 4
    let bodyEnd = bodyStart + number(bytes[proofEnd..<bodyStart])
    guard bodyEnd <= bytes.count, bytes.count - bodyEnd < 512, bytes[bodyEnd...].allSatisfy({ $0 == 0 }) else {
        return nil
    }
    return (Array(bytes[2..<proofEnd]), Array(bytes[bodyStart..<bodyEnd]))
}

private func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 * 256 + Int($1) } }

// MARK: Answers

private let answerSecret = SymmetricKey(data: [UInt8](repeating: 5, count: 32))
private let encapsulatedKey = [UInt8](repeating: 6, count: 32)

private func openedAnswer(_ bytes: [UInt8]) throws -> [UInt8] {
    try SealedChannel.openAnswer(bytes, secret: answerSecret, encapsulatedKey: encapsulatedKey)
}

private func checkAnswerEdits(_ bytes: [UInt8]) throws {
    precondition((try? openedAnswer(bytes)) == nil, "an answer that nobody sealed")
    let body = Array("{}".utf8)
    let answer = try SealedChannel.sealAnswer(body, secret: answerSecret, encapsulatedKey: encapsulatedKey)
    let edited = edit(answer, bytes)
    precondition((try? openedAnswer(edited)) == (edited == answer ? body : nil), "an altered answer was opened")
}

/// Checks the plaintext of an answer, sealed by the formulas of RFC 9458, section 4.4.
private func checkAnswerPlaintext(_ plaintext: [UInt8]) throws {
    let nonce = [UInt8](repeating: 8, count: 32)
    let prk = HKDF<SHA256>.extract(inputKeyMaterial: answerSecret, salt: encapsulatedKey + nonce)
    let key = HKDF<SHA256>.expand(pseudoRandomKey: prk, info: Array("key".utf8), outputByteCount: 32)
    let iv = HKDF<SHA256>.expand(pseudoRandomKey: prk, info: Array("nonce".utf8), outputByteCount: 12)
    let box = try AES.GCM.seal(plaintext, using: key, nonce: try AES.GCM.Nonce(data: iv.copiedBytes))
    let body = try? openedAnswer(nonce + Array(box.ciphertext) + Array(box.tag))
    var expected: [UInt8]?
    if plaintext.count >= 4 {
        let end = 4 + number(plaintext[..<4])
        let isRight = end <= plaintext.count && plaintext.count - end < 1024
        if isRight, plaintext[end...].allSatisfy({ $0 == 0 }) { expected = Array(plaintext[4..<end]) }
    }
    precondition(body == expected)
}

/// Applies edits of three bytes each: place, value and kind.
private func edit(_ bytes: [UInt8], _ edits: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for start in stride(from: 0, to: min(edits.count, 60) - 2, by: 3) {
        let place = bytes.isEmpty ? 0 : Int(edits[start]) * bytes.count / 256
        switch edits[start + 2] % 4 {
        case 0: if !bytes.isEmpty { bytes[place] ^= edits[start + 1] }
        case 1: bytes.insert(edits[start + 1], at: place)
        case 2: bytes.append(edits[start + 1])
        default: bytes.removeLast(min(bytes.count, Int(edits[start + 1])))
        }
    }
    return bytes
}

// MARK: Messages

private func checkMessages(_ number: UInt8, _ bytes: [UInt8]) throws {
    let operations = DeviceOperationName.allCases.filter { $0 != .register && $0 != .registerFinish }
    switch operations[Int(number) % operations.count] {
    // Reserved names without messages.
    case .register, .registerFinish: break
    case .open: try check(Open.self, bytes)
    case .personalizeFinish: try check(PersonalizeFinish.self, bytes)
    case .start: try check(Start.self, bytes)
    case .prepare: try check(Prepare.self, bytes)
    case .finish: try check(Finish.self, bytes)
    case .abort: try check(Abort.self, bytes)
    case .inAppStart: try check(InAppStart.self, bytes)
    case .startUtility: try check(StartUtility.self, bytes)
    case .collectCode: try check(CollectCode.self, bytes)
    case .finishUtility: try check(FinishUtility.self, bytes)
    case .status: try check(Status.self, bytes)
    case .aliasChoices: try check(AliasChoices.self, bytes)
    case .forgetAliasChoice: try check(ForgetAliasChoice.self, bytes)
    case .list: try check(ListActivations.self, bytes)
    case .rename: try check(Rename.self, bytes)
    case .revoke: try check(Revoke.self, bytes)
    }
}

/// Checks that a message survives a round trip, and fits into an envelope.
private func check<Operation: DeviceOperation>(_ operation: Operation.Type, _ bytes: [UInt8]) throws {
    if let request = try? MessageCoding.decode(Operation.Request.self, from: bytes) {
        let written = try MessageCoding.encode(request)
        let again = try MessageCoding.decode(Operation.Request.self, from: written)
        let writtenAgain = try MessageCoding.encode(again)
        precondition(writtenAgain == written)
        let sealed = try SealedRequest(
            written, operation: Operation.name, idmIdentifier: manager, key: try decryptionKey(0x42).publicKey)
        let opened = try openedRequest(sealed.bytes, Operation.name)
        precondition(opened.body == written)
    }
    if let answer = try? OperationAnswer<Operation.Response>(parsing: bytes) {
        let written = try answer.serialized()
        let again = try OperationAnswer<Operation.Response>(parsing: written).serialized()
        precondition(again == written)
    }
}

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    guard input.count >= 2 else { return 0 }
    let rest = Array(input.dropFirst())
    do {
        switch input[0] {
        case UInt8(ascii: "e"): try checkEnvelope(rest)
        case UInt8(ascii: "d"): try checkEdits(rest)
        case UInt8(ascii: "p"): try checkPlaintext(rest, isPadded: true)
        case UInt8(ascii: "u"): try checkPlaintext(rest, isPadded: false)
        case UInt8(ascii: "a"): try checkAnswerEdits(rest)
        case UInt8(ascii: "b"): try checkAnswerPlaintext(rest)
        case UInt8(ascii: "m"): try checkMessages(rest[0], Array(rest.dropFirst()))
        default: break
        }
    } catch {
        preconditionFailure("what we made ourselves was refused: \(error)")
    }
    return 0
}
