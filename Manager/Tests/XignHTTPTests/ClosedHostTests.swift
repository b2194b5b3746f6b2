import Testing

@testable import XignHTTP

@Suite("Closed hosts, in the spellings that a client can choose") struct ClosedHostTests {
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

    @Test(
        "they have no routes for any host",
        arguments: [
            "console.example", "Console.EXAMPLE", "console.example.", "console.example..", "console.example:444",
            "console.example.:444", "account.example:8443", "account.example.:8443", "ACCOUNT.example:8443", "[::1]",
            "[::1]:444",
        ])
    func closed(_ host: String) throws {
        #expect(try router.respond(to: Request(.get, "/any", host: host)).status == .notFound)
    }

    @Test(
        "the hosts beside them are open",
        arguments: ["console.example:8443", "account.example", "account.example:444", "other.example", "[::2]:444", ""])
    func open(_ host: String) throws {
        #expect(try router.respond(to: Request(.get, "/any", host: host)).status == .ok)
    }
}
