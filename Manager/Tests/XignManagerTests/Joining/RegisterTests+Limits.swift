import Testing
import XignDomain
import XignHTTP
import XignProtocol

@testable import XignStorage
@testable import XignUseCases
@testable import XignWeb

/// The limits of open registration.
extension RegisterTests {
    private func send(_ form: String, from address: String, _ scene: JoinScene) throws -> Response {
        scene.manager.router.respond(
            to: try Request(
                .post, "/register",
                headers: [
                    HeaderField("Accept", "text/html"), HeaderField("Sec-Fetch-Site", "same-origin"),
                    HeaderField("Content-Type", "application/x-www-form-urlencoded"),
                ], body: Array(form.utf8), remoteAddress: try #require(RemoteAddress(address))))
    }

    func burst() throws {
        let scene = try scene()
        for number in 0..<120 {
            // Each is counted, whatever the name.
            #expect(try send("name=+", from: "192.0.\(number).1", scene).status == .unprocessableContent)
        }
        let refused = try send("name=grace", from: "198.51.100.1", scene)
        #expect(refused.status == .tooManyRequests)
        #expect(refused["Retry-After"] == "1")
        #expect(refused.text.contains(#"value="grace""#))
        #expect(try scene.account(named: "grace") == nil)
        var invited = JoinBrowser(scene)
        _ = try invited.join("lin", by: try scene.makeLink())
        #expect(try scene.account(named: "lin") != nil)
        scene.manager.clock.advance(seconds: 1)
        #expect(try send("name=grace", from: "198.51.100.1", scene).status == .seeOther)
    }

    func exempt() throws {
        let scene = try scene()
        for _ in 0..<120 {
            #expect(try send("name=+", from: "127.0.0.1", scene).status == .unprocessableContent)
        }
        #expect(try send("name=grace", from: "127.0.0.1", scene).status == .tooManyRequests)
    }

    func network() throws {
        let scene = try scene()
        for _ in 0..<100 {
            #expect(try send("name=+", from: "192.0.2.1", scene).status == .unprocessableContent)
        }
        let refused = try send("name=grace", from: "192.0.2.1", scene)
        #expect(refused.status == .tooManyRequests)
        #expect(refused["Retry-After"] == "864")
        #expect(refused.text.contains("Very many accounts were begun"))
        #expect(try send("name=grace", from: "192.0.2.2", scene).status == .seeOther)
    }

    func outbox() throws {
        let scene = try scene()
        let later = scene.manager.clock.now + 86_400
        try scene.context.database.write { transaction in
            try transaction.outbox.open(.notice, until: later)
            try transaction.outbox.open(.mail, until: later)
        }
        for number in 0..<100 {
            var browser = JoinBrowser(scene)
            #expect(try browser.send(.post, "/register", "name=user\(number)").status == .seeOther)
        }
        let waiting = try scene.context.database.read { try $0.value("SELECT count(*) FROM outbox") as Int? }
        #expect(waiting == 0)
    }
}
