import Testing
import XignDomain
import XignHTTP
import XignProtocol

@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

/// Forms of the console that come once more, with the ticket that they had.
struct RepeatedFormTests {
    @Test("Repeated forms of the console", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("an act whose form was sent twice, and confirmed twice, is done once", act),
        TestCase("a form whose act is done asks for nothing more", afterTheAct),
        TestCase(
            "a form whose object is again as the page showed it asks for another confirmation, and does nothing itself",
            objectAsBefore),
        TestCase("a form from before a logout is no form of the next session", afterLogout),
        TestCase("an act that takes two persons, with a form sent twice, is done once", twoPersons),
        TestCase("an act is withdrawn once, and confirmed no more", withdrawal),
        TestCase("a second export is recorded like the first", export),
    ]

    /// Reads the form of an act from its page.
    private func form(_ path: String, _ browser: inout AccountBrowser) throws -> PageForm {
        try #require(try browser.get(path).forms.first { $0.action == path }, "\(path)")
    }

    /// Sends a form that asks for a confirmation.
    private func ask(_ form: PageForm, _ browser: inout AccountBrowser) throws -> SessionID {
        let answer = try browser.send(form, AccountsScene.reason)
        let page = try #require(answer["Location"], "\(answer.status): \(answer.text)")
        return try #require(SessionID(text: page.dropFirst("/login/".count)), "\(page)")
    }

    func act() throws {
        var scene = try AccountsScene()
        let page = try scene.page()
        let form = try form("\(page)/disable", &scene.browser)
        let processes = try [ask(form, &scene.browser), ask(form, &scene.browser)]
        for process in processes { _ = try scene.grace.confirm(process) }
        let answers = try processes.map { try scene.browser.post("/login/\($0)/continue") }
        #expect(answers[0]["Location"] == "\(page)?done=accountDisabled")
        #expect(answers[1].status == .conflict)
        #expect(try scene.manager.events(.accountDisabled).count == 1)
        #expect(try scene.manager.events(.actRefused).map(\.sessionID) == [processes[1]])
    }

    func afterTheAct() throws {
        var scene = try AccountsScene()
        let path = "\(try scene.page())/disable"
        let form = try form(path, &scene.browser)
        _ = try scene.act(path)
        let before = try scene.manager.rows()
        #expect(try scene.browser.send(form, AccountsScene.reason).status == .conflict)
        #expect(try scene.manager.rows() == before)
    }

    func objectAsBefore() throws {
        var scene = try AccountsScene()
        let page = try scene.page()
        let form = try form("\(page)/disable", &scene.browser)
        _ = try scene.act("\(page)/disable")
        _ = try scene.act("\(page)/enable")
        let process = try ask(form, &scene.browser)
        #expect(try scene.browser.post("/login/\(process)/continue")["Location"] == "/login/\(process)")
        #expect(try scene.manager.account().isActive)
    }

    func afterLogout() throws {
        var scene = try AccountsScene()
        let path = "\(try scene.page())/disable"
        let form = try form(path, &scene.browser)
        _ = try scene.browser.submit("/console/logout", on: "/console")
        let before = try scene.manager.rows()
        let loggedOut = try scene.browser.send(form, AccountsScene.reason)
        #expect(loggedOut["Location"] == RedirectURI.appending([("to", path)], to: "/console/login"))
        #expect(try scene.manager.rows() == before)
        try scene.browser.logIn(with: scene.grace, to: "/console")
        let loggedIn = try scene.manager.rows()
        #expect(try scene.browser.send(form, AccountsScene.reason).status == .forbidden)
        #expect(try scene.manager.rows() == loggedIn)
        // The page of this session has the form, too.
        #expect(try scene.browser.submit(path, on: path, AccountsScene.reason).status == .seeOther)
    }

    func twoPersons() throws {
        let scene = try ConsoleScene()
        var grace = try scene.browser("grace")
        var lin = try scene.browser("lin")
        let form = try form("/console/accounts/\(try scene.publicID("ada"))/remove", &grace)
        var pages: [String] = []
        for _ in 1...2 {
            let asked = try scene.confirm(try grace.send(form, AccountsScene.reason), by: "grace", in: &grace)
            pages.append(String(try #require(asked["Location"]).prefix { $0 != "?" }))
        }
        let approvals = try pages.map { try #require(try lin.submit($0, on: $0)["Location"]) }
        for page in approvals {
            _ = try scene.device("lin").confirm(try #require(SessionID(text: page.dropFirst("/login/".count))))
        }
        let done = try approvals.map { try lin.post("\($0)/continue") }
        #expect(done[0].status == .seeOther)
        #expect(done[1].status == .notFound)
        #expect(try scene.manager.events(.accountRemoved).count == 1)
    }

    func withdrawal() throws {
        let scene = try ConsoleScene()
        var grace = try scene.browser("grace")
        var lin = try scene.browser("lin")
        let asked = try scene.grant("auditor", to: "ada", by: "grace", in: &grace)
        let page = String(try #require(asked["Location"]).prefix { $0 != "?" })
        let forms = try lin.get(page).forms
        let withdraw = try #require(forms.first { $0.action == "\(page)/withdraw" })
        let confirm = try #require(forms.first { $0.action == page })
        #expect(try lin.send(withdraw).status == .seeOther)
        let before = try scene.manager.rows()
        #expect(try lin.send(withdraw).status == .notFound)
        #expect(try lin.send(confirm).status == .notFound)
        #expect(try scene.manager.rows() == before)
        #expect(try scene.manager.events(.actWithdrawn).count == 1)
    }

    func export() throws {
        let scene = try ConsoleScene()
        var max = try scene.browser("max")
        let path = "/console/audit/export"
        let form = try #require(try max.get("/console/audit").forms.first { $0.action == path })
        for count in 1...2 {
            #expect(try max.send(form).status == .ok)
            #expect(try scene.manager.events(.auditExported).count == count)
        }
    }
}
