import Testing
import XignDomain
import XignHTTP
import XignProtocol
import XignStorage

@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

struct LoginOutageTests {
    @Test("Login page during an outage", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("an open page is told that the database does not answer, and goes on when it does again", outage)
    ]

    func outage() throws {
        let provider = try Provider(lookAtSessionsEvery: .milliseconds(5))
        let server = try EventServer(provider)
        var browser = Browser(provider)
        let id = try browser.begin(.shop)
        let stream = server.open(id, browser.cookieField)
        #expect(stream.next() == #"{"state":"waiting"}"#)
        func run(_ statement: SQL) throws { try provider.context.database.write { try $0.execute(statement) } }
        try run("ALTER TABLE browser_request RENAME TO away")
        #expect(stream.next() == "true")
        try run("ALTER TABLE away RENAME TO browser_request")
        #expect(stream.next() == "false")
        try provider.claim(id)
        #expect(stream.next() == #"{"state":"scanned"}"#)
    }
}
