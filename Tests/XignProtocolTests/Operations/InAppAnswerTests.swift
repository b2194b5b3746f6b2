import Testing

@testable import XignProtocol

struct InAppAnswerTests {
    @Test("The answer to an app that logs in through its Keycloak", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("an answer survives a round trip", roundTrip),
        TestCase("an answer is read in one form", forms, each: cases.indices),
    ]

    static let answer = InAppAnswer(
        idmIdentifier: Sample.idm, session: Sample.session, secret: OperationCodingTests.secret, expiresInSeconds: 300)

    static let cases: [(what: String, text: String, isAccepted: Bool)] = [
        ("an answer", text, true),
        ("a member of a later version", text.with("{", #"{"later":{"a":[1]},"#), true),
        ("a session that is over", text.with(":300", ":0"), true),
        ("exactly 4 KiB", text + String(repeating: " ", count: 4096 - text.utf8.count), true),
        ("more than 4 KiB", text + String(repeating: " ", count: 4097 - text.utf8.count), false),
        ("another version", text.with("\"v\":1", "\"v\":2"), false),
        ("no version", text.with(",\"v\":1", ""), false),
        ("no identifier", text.with("\"idm\"", "\"id\""), false),
        ("no session", text.with("\"sessionId\"", "\"session\""), false),
        ("no secret", text.with("\"inApp\"", "\"secret\""), false),
        ("no time", text.with("\"expiresInSeconds\":300,", ""), false),
        ("a time before now", text.with(":300", ":-1"), false),
        ("a short session id", text.with(Sample.session.description, "AAAA"), false),
        ("a secret of 16 bytes", text.with(secret, "BwcHBwcHBwcHBwcHBwcHBw"), false),
        ("a secret with padding", text.with(secret, secret + "="), false),
        ("a member twice", text.with("\"v\":1", "\"v\":1,\"v\":1"), false),
        ("a null", text.with("\"v\":1", "\"v\":1,\"x\":null"), false),
        ("an array", "[\(text)]", false),
        ("an error page", "<!DOCTYPE html>", false),
        ("nothing", "", false),
    ]

    private static let secret = Base64URL.encode(OperationCodingTests.secret.bytes)
    private static let text = String(decoding: (try? answer.serialized()) ?? [], as: UTF8.self)

    func roundTrip() throws {
        let read = try InAppAnswer(parsing: Self.answer.serialized())
        #expect(read.idmIdentifier == Sample.idm)
        #expect(read.session == Sample.session)
        #expect(read.secret == OperationCodingTests.secret)
        #expect(read.expiresInSeconds == 300)
        #expect(try read.serialized() == Self.answer.serialized())
    }

    func forms(index: Int) {
        let (what, text, isAccepted) = Self.cases[index]
        #expect(((try? InAppAnswer(parsing: text.octets)) != nil) == isAccepted, "\(what)")
    }
}
