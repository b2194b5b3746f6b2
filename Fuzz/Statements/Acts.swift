// Checks of acts: in a consent statement, in the answer to `start`, and in the statement that completes them.

@testable import XignProtocol

/// Checks the documented limits of an act.
func check(_ subject: ConsentSubject) {
    switch subject {
    case .login, .inAppLogin, .utility(.changePin), .utility(.newActivation), .utility(.delete): break
    case .transaction(let text):
        precondition((1...32).contains(text.parts.count) && text.parts.map(\.text).allSatisfy(isHarmless))
        precondition(text.parts.map(\.text.utf8.count).reduce(0, +) <= 1024)
        guard case .literal = text.parts[0] else { preconditionFailure("a name comes first") }
        precondition((1...64).contains(text.type.utf8.count) && (2...35).contains(text.language.utf8.count))
    case .utility(.addFactor(let factor)): precondition(factor == .biometric)
    case .utility(.revoke(let activation)):
        precondition([activation.alias, activation.platform].compactMap { $0 }.allSatisfy(isHarmless))
    case .utility(.merge(let invitation)):
        precondition((1...16).contains(invitation.roles.count) && isIdentifier(invitation.organization.id))
        let names = invitation.roles.flatMap { [$0.service, $0.role] }
        precondition((names + [invitation.address, invitation.organization.name]).allSatisfy(isHarmless))
    }
}

func isIdentifier(_ text: String) -> Bool { (1...256).contains(text.utf8.count) }

/// Checks that the members of an act have one meaning in a statement and in the answer to `start`.
func checkSubject(_ bytes: [UInt8]) throws {
    guard case .object(let members)? = try? StrictJSON.parse(bytes, limits: .statement) else { return }
    let names = ["purpose", "utility", "transaction", "offlineUntil"]
    let act = members.filter { member in names.contains { $0.hasSameBytes(as: member.name) } }
    let text = String(decoding: JSONValue.object(act).serialized.dropFirst().dropLast(), as: UTF8.self)
    let (party, id, hash) = (
        #"{"id":"a","name":"a"}"#, Base64URL.encode([UInt8](repeating: 0, count: 16)),
        Base64URL.encode([UInt8](repeating: 0, count: 32))
    )
    let both = #""channel":"api","organization":\#(party),"service":{"id":"a","name":"a","origin":"app"},\#(text)"#
    let inStatement = #"""
        {"activationId":"\#(id)","alternatives":[["device","pin"]],"attributes":[],"challenge":"\#(hash)",\#
        "expiresAt":2,"idm":"a","issuedAt":1,"policyVersion":1,"role":\#(party),"session":"\#(id)","v":1,\#(both)}
        """#
    let inAnswer = #"""
        {"attributes":{},"expiresInSeconds":1,"roles":[],"sessionToken":"\#(hash)",\#(both)}
        """#
    let statement = try? ConsentStatement(parsing: Array(inStatement.utf8))
    let answer = try? MessageCoding.decode(Start.Response.self, from: Array(inAnswer.utf8))
    if let statement {
        precondition(statement.subject == answer?.subject, "an act with two meanings")
        check(statement.subject)
    }
    // Only the limits of a statement are smaller.
    precondition(answer == nil || statement != nil || inStatement.utf8.count > 16 * 1024, "an act with one meaning")
    if let answer {
        let written = try MessageCoding.encode(answer)
        let again = try MessageCoding.decode(Start.Response.self, from: written)
        precondition(again.subject == answer.subject)
    }
}

func checkKeyChange(_ bytes: [UInt8]) {
    guard let statement = try? KeyChangeStatement(parsing: bytes) else { return }
    let written = statement.serialized
    guard let again = try? KeyChangeStatement(parsing: written) else { preconditionFailure("not read again") }
    precondition(again == statement && again.serialized == written && again.purpose == statement.purpose)
    precondition(statement.consentHash.count == 32)
    switch statement.change {
    case .changePin(let key): precondition(key.factor == .pin)
    case .addFactor(let key): precondition(key.factor == .biometric)
    case .newActivation(let activation):
        precondition(activation.secretHash.count == 32 && [activation.alias].compactMap { $0 }.allSatisfy(isHarmless))
    case .delete: precondition(statement.key == nil)
    }
    precondition((try? ConsentStatement(parsing: bytes)) == nil && (try? EnrolmentStatement(parsing: bytes)) == nil)
    precondition((try? KeyMaterial(parsing: bytes)) == nil)
}

func checkInAppAnswer(_ bytes: [UInt8]) throws {
    guard let answer = try? InAppAnswer(parsing: bytes) else { return }
    precondition(bytes.count <= 4096 && answer.secret.bytes.count == 32 && answer.expiresInSeconds >= 0)
    let written = try answer.serialized()
    guard let again = try? InAppAnswer(parsing: written) else {
        // Escapes may be longer when they are written again.
        precondition(written.count > 4096)
        return
    }
    let writtenAgain = try again.serialized()
    precondition(writtenAgain == written)
}
