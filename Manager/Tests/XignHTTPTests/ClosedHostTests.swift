import Testing

@testable import XignHTTP

struct ClosedHostTests {
    @Test("Closed hosts, in the spellings that a client can choose", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "they have no routes for any host", closed,
            each: [
                "console.example", "Console.EXAMPLE", "console.example.", "console.example..", "console.example:444",
                "console.example.:444", "account.example:8443", "account.example.:8443", "ACCOUNT.example:8443",
                "[::1]",
                "[::1]:444",
            ]),
        TestCase(
            "the hosts beside them are open", open,
            each: ["console.example:8443", "account.example", "account.example:444", "other.example", "[::2]:444", ""]),
    ]

    private let router: Router

    init() {
        var router = Router()
        router.on(.get, "/any") { _ in .text("any") }
        for host in ["console.example", "account.example:8443", "[::1]"] { router.close(host: host) }
        router.keepOpen(host: "Console.example:8443")
        // Middleware makes the tree anew.
        router.use([{ next in { try await next($0) } }])
        self.router = router
    }

    func closed(_ host: String) throws {
        #expect(try router.respond(to: Request(.get, "/any", host: host)).status == .notFound)
    }

    func open(_ host: String) throws {
        #expect(try router.respond(to: Request(.get, "/any", host: host)).status == .ok)
    }
}
