import Testing
import XignDomain
import XignHTTP
import XignProtocol

@testable import XignServer
@testable import XignStorage
@testable import XignUseCases
@testable import XignWeb

struct AdministratorPagesTests {
    @Test("Administrators and confirmations at the console", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("an auditor sees the list and can only give up", auditor),
        TestCase("an organization's administrator sees the list of the organization, and no other one", organization),
        TestCase("the list of an organization is found by its name", search),
        TestCase("a grant of the manager takes two administrators, each on their device", grant),
        TestCase("a second person who withdraws an act has nothing done", withdrawn),
        TestCase("the administrator whom an act concerns sees it, and gets no form to end it", concerned),
        TestCase("the form keeps what was typed, and says what it needs beside each field", faults),
        TestCase("one's own grant is given up with one confirmation, and the console closes", giveUp),
        TestCase("the last administrator stays, whatever the page was asked", last),
        TestCase("an act that has changed since the page was shown is not asked for", changed),
        TestCase("forms from elsewhere, and the page of a grant that does not exist, do nothing", foreign),
    ]

    private static let new = "/console/administrators/new"

    private func withdrawal(of name: String, _ scene: ConsoleScene) throws -> String {
        "/console/administrators/\(try scene.publicID(name))/withdraw"
    }

    // MARK: Lists

    func auditor() throws {
        let scene = try ConsoleScene()
        var browser = try scene.browser("max")
        let page = try browser.get("/console/administrators").text
        #expect(page.contains("<bdi>grace</bdi>"))
        #expect(page.contains("href=\"\(try withdrawal(of: "max", scene))\""))
        #expect(!page.contains("href=\"\(try withdrawal(of: "grace", scene))\""))
        #expect(!page.contains(Self.new))
        #expect(try browser.get(Self.new).status == .notFound)
    }

    func organization() throws {
        let scene = try ConsoleScene()
        let organizations = try scene.manager.context.database.read { try $0.organizations.all() }
        let own = try #require(organizations.first)
        try scene.manager.grant(.administrator, to: "ada", in: .organization(own.id))
        var browser = try scene.browser("ada")
        let path = "/console/organizations/\(own.id)/administrators"
        #expect(try browser.get("/console/administrators")["Location"] == path)
        let page = try browser.get(path)
        #expect(page.text.contains("<bdi>\(own.name)</bdi>"))
        #expect(!page.text.contains("<bdi>grace</bdi>"))
        #expect(try browser.get("/console/organizations/unknown/administrators").status == .notFound)
        #expect(try browser.get(Self.new).status == .notFound)
        #expect(try browser.get(try withdrawal(of: "grace", scene)).status == .notFound)
    }

    func search() throws {
        let scene = try ConsoleScene()
        let organization = try #require(try scene.manager.context.database.read { try $0.organizations.all() }.first)
        var browser = try scene.browser("grace")
        let name = RedirectURI.percentEncoded(organization.name)
        let path = "/console/organizations/\(organization.id)/administrators"
        #expect(try browser.get("/console/administrators?organization=\(name)")["Location"] == path)
        #expect(try browser.get(path).status == .ok)
        let unknown = try browser.get("/console/administrators?organization=Nobody")
        #expect(unknown.status == .unprocessableContent)
        #expect(unknown.text.contains("No organization has this name."))
    }

    // MARK: Grants

    func grant() throws {
        let scene = try ConsoleScene()
        var grace = try scene.browser("grace")
        let asked = try scene.grant("administrator", to: "ada", by: "grace", in: &grace)
        let path = try #require(asked["Location"]?.split(separator: "?").first.map(String.init))
        #expect(asked["Location"]?.hasSuffix("?done=actRequested") == true)
        #expect(try scene.grants("ada").isEmpty)
        let own = try grace.get(path)
        #expect(own.text.contains("You have asked for this."))
        #expect(!own.forms.contains { $0.action == path })

        var lin = try scene.browser("lin")
        #expect(try lin.get("/console/confirmations").text.contains("You can confirm this."))
        let page = try lin.get(path)
        #expect(page.text.contains("Takes over from lin"))
        let shown = try #require(page.text.firstMatch(of: #/<p class="sentence" lang="en">(.*?)<\/p>/#)?.output.1)
        let approval = try lin.submit(path, on: path)
        let process = try lin.get(try #require(approval["Location"])).text
        #expect(process.contains(shown))
        let done = try scene.confirm(approval, by: "lin", in: &lin)
        #expect(done.status == .seeOther)
        #expect(try scene.grants("ada").map(\.role) == [.administrator])
        #expect(try lin.get(path).status == .notFound)
        for name in ["lin", "ada"] {
            let log = try lin.get("/console/audit?whom=\(name)").text
            #expect(log.contains("A second person confirmed an act on the account <bdi>ada</bdi>"), "\(name)")
        }
    }

    func withdrawn() throws {
        let scene = try ConsoleScene()
        var grace = try scene.browser("grace")
        let asked = try scene.grant("auditor", to: "ada", by: "grace", in: &grace)
        let path = try #require(asked["Location"]?.split(separator: "?").first.map(String.init))
        var max = try scene.browser("max")
        let seen = try max.get(path)
        #expect(seen.text.contains("Auditors look on."))
        #expect(seen.forms.allSatisfy { !$0.action.hasPrefix(path) })
        var lin = try scene.browser("lin")
        let withdrawn = try lin.submit("\(path)/withdraw", on: path)
        #expect(withdrawn["Location"] == "/console/confirmations?done=actWithdrawn")
        #expect(try scene.grants("ada").isEmpty)
        #expect(try grace.get(path).status == .notFound)
    }

    func concerned() throws {
        let scene = try ConsoleScene()
        var grace = try scene.browser("grace")
        let page = try withdrawal(of: "lin", scene)
        let asked = try scene.confirm(
            try grace.submit(page, on: page, ["reason": "Left the company"]), by: "grace", in: &grace)
        let path = try #require(asked["Location"]?.split(separator: "?").first.map(String.init))
        #expect(try grace.get(path).forms.contains { $0.action == "\(path)/withdraw" })
        var lin = try scene.browser("lin")
        let seen = try lin.get(path)
        #expect(seen.status == .ok)
        #expect(!seen.forms.contains { $0.action == "\(path)/withdraw" })
    }

    func faults() throws {
        let scene = try ConsoleScene()
        var browser = try scene.browser("grace")
        let refused = try browser.submit(
            Self.new, on: Self.new, ["account": "nobody<b>", "role": "auditor", "reason": "short"])
        #expect(refused.status == .unprocessableContent)
        #expect(refused.text.contains("No active account has this user name."))
        #expect(refused.text.contains("Type a reason of 10 to 200 characters"))
        #expect(refused.text.contains("value=\"nobody&lt;b&gt;\""))
        #expect(refused.text.contains("value=\"short\""))
        #expect(
            try browser.submit(Self.new, on: Self.new, ["account": "ada", "role": "king", "reason": "Because of that"])
                .status == .badRequest)
    }

    func giveUp() throws {
        let scene = try ConsoleScene()
        var max = try scene.browser("max")
        let path = try withdrawal(of: "max", scene)
        #expect(try max.get(path).text.contains("Give up this role?"))
        let asked = try max.submit(path, on: path, ["reason": "Moves to another team"])
        _ = try scene.confirm(asked, by: "max", in: &max)
        #expect(try scene.grants("max").isEmpty)
        #expect(try max.get("/console/administrators").status != .ok)
    }

    func last() throws {
        let scene = try ConsoleScene()
        try scene.manager.withdrawGrant(from: "lin")
        var grace = try scene.browser("grace")
        #expect(try grace.get("/console/administrators").text.contains("Only one person administers this manager."))
        let path = try withdrawal(of: "grace", scene)
        let refused = try grace.submit(path, on: path, ["reason": "Moves to another team"])
        #expect(refused.status == .conflict)
        #expect(try scene.grants("grace").count == 1)
    }

    func changed() throws {
        let scene = try ConsoleScene()
        var grace = try scene.browser("grace")
        let path = try withdrawal(of: "max", scene)
        let form = try #require(try grace.get(path).forms.first { $0.action == path })
        try scene.manager.grant(.administrator, to: "max")
        #expect(try grace.send(form, ["reason": "Left the company"]).status == .conflict)
    }

    func foreign() throws {
        let scene = try ConsoleScene()
        var grace = try scene.browser("grace")
        let form = try #require(try grace.get(Self.new).forms.first { $0.action == Self.new })
        grace.origin = [HeaderField("Sec-Fetch-Site", "cross-site")]
        #expect(
            try grace.send(form, ["account": "ada", "role": "auditor", "reason": "Because of that"]).status
                == .forbidden)
        grace.origin = [HeaderField("Sec-Fetch-Site", "same-origin")]
        #expect(try grace.get("/console/administrators/\(try scene.publicID("ada"))/withdraw").status == .notFound)
        #expect(
            try grace.get("/console/administrators/\(try scene.manager.account("max").id)/withdraw").status == .notFound
        )
        #expect(try grace.get("/console/confirmations/AAECAwQFBgcICQoLDA0ODw").status == .notFound)
    }
}
