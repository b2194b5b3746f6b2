import Foundation
import Testing
import XignDomain
import XignHTTP
import XignProtocol

@testable import XignServer
@testable import XignStorage
@testable import XignUseCases
@testable import XignWeb

/// The acts of administrators, from the form to the effect.
struct AdministrationPagesTests {
    @Test("Acts at the console", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("a timed lockout is ended over TCP, signed on the administrator's device", unlocking),
        TestCase("a device is revoked, and an account disabled and enabled", otherActs),
        TestCase("the page of an act is in the language of its administrator, and its switch changes it", language),
        TestCase("an act declined on the device, or done twice, has no further effect", declined),
        TestCase(
            "a form without a reason or an identity check is shown again, with what was typed", flaws,
            each: [
                ["reason": "too short"], ["reason": ""], ["reason": "line\nbreaks are not shown"],
                ["reason": "\u{202E}drawer eht ni gnihton"], ["reason": String(repeating: "x", count: 201)],
                ["reason": "long enough, but nobody was checked", "identity": ""],
                ["reason": "long enough, but nobody was checked", "identity": "trusted"],
            ]),
        TestCase("a form of another page, session or site is refused", foreignForms),
        TestCase("what has changed since the page was shown is not done", changed, each: ["before", "after"]),
        TestCase("a name that speaks like the sentence stays a name, on the page and on the device", hostileName),
        TestCase("one's own account is left to its own pages", ownAccount),
        TestCase("an administrator's account takes a second administrator", otherAdministrator),
        TestCase("an account with a device in use gets no recovery, and the page says what to do", deviceInUse),
        TestCase("an auditor's form is refused, though the page is not even there", auditor),
        TestCase("a recovery is shown to the second administrator, once, on two sheets", recovery),
    ]

    // MARK: Acts of one administrator

    func unlocking() throws {
        var scene = try AccountsScene()
        scene.browser.usesSocket = true
        try scene.phone.guess(times: 3)
        let path = "\(try scene.device())/unlock"
        let page = try scene.browser.get(path).text
        #expect(page.contains("Wrong PINs stay counted"))
        #expect(page.contains("on your own device, with your PIN."))
        #expect(page.contains("How did you check"))
        let process = try scene.ask(path)
        let signed = try scene.grace.prepare(process)
        guard case .transaction(let text) = try ConsentStatement(parsing: signed.statement).subject else {
            Issue.record("no transaction")
            return
        }
        #expect(
            text.parts.map(\.text).joined()
                == "Unlock a device after wrong PINs, so that it can be tried again now: Pixel 8 Device id: "
                + "\(scene.phone.activation.short) Account: ada Account id: \(try scene.manager.account().publicID.short) "
                + "Identity checked in person, with a document. Reason: showed the identity card")
        #expect(text.type == "unlockDevice")
        _ = try scene.grace.finish(signed)
        #expect(try scene.manager.activation(of: scene.phone)?.unlocks == 0)
        let answer = try scene.browser.post("/login/\(process)/continue")
        #expect(answer["Location"] == "\(try scene.device())?done=deviceUnlocked")
        #expect(try scene.manager.activation(of: scene.phone)?.unlocks == 1)
        let after = try scene.browser.get(try #require(answer["Location"])).text
        #expect(after.contains("The device is unlocked."))
        #expect(after.contains("<dt>Unlocked by operators</dt><dd>once</dd>"))
        let event = try #require(try scene.manager.events(.deviceUnlocked).first)
        #expect(event.sessionID == process)
        #expect(event.actor == .administrator(try scene.manager.account("grace").id))
        #expect(event.detail == "inPerson: showed the identity card")
    }

    func otherActs() throws {
        var scene = try AccountsScene()
        let page = try scene.page()
        #expect(try scene.act("\(page)/disable")["Location"] == "\(page)?done=accountDisabled")
        #expect(try !scene.manager.account().isActive)
        #expect(try scene.browser.get(page).text.contains("\(page)/enable"))
        #expect(try scene.act("\(page)/enable")["Location"] == "\(page)?done=accountEnabled")
        #expect(try scene.manager.account().isActive)
        #expect(try scene.act("\(try scene.device())/revoke")["Location"] == "\(page)?done=deviceRevoked")
        #expect(try scene.manager.activation(of: scene.phone)?.state == .revoked)
        #expect(try scene.browser.get(page).text.contains("This account has no device."))
    }

    func language() throws {
        var scene = try AccountsScene()
        _ = try scene.browser.post("/language", [("language", "de"), ("page", "/console")])
        scene.browser.forget("xign-language")
        scene.browser.language = "en"
        let page = "/login/\(try scene.ask("\(try scene.device())/revoke"))"
        #expect(try scene.browser.get(page).text.contains("<html lang=\"de\">"))
        _ = try scene.browser.post("/language", [("language", "en"), ("page", page)])
        #expect(try scene.manager.account("grace").language == .english)
        #expect(try scene.browser.get(page).text.contains("<html lang=\"en\">"))
    }

    func declined() throws {
        var scene = try AccountsScene()
        let path = "\(try scene.device())/revoke"
        let process = try scene.ask(path)
        #expect(try scene.browser.post("/login/\(process)/continue").status == .seeOther)
        #expect(try scene.manager.activation(of: scene.phone)?.state == .active)
        _ = try scene.grace.confirm(process)
        _ = try scene.browser.post("/login/\(process)/continue")
        #expect(try scene.manager.activation(of: scene.phone)?.state == .revoked)
        let again = try scene.browser.post("/login/\(process)/continue")
        #expect(again.status == .conflict)
        #expect(again.text.contains("This was done already"))
    }

    // MARK: Forms

    func flaws(_ fields: [String: String]) throws {
        var scene = try AccountsScene()
        try scene.phone.guess(times: 3)
        let path = "\(try scene.device())/unlock"
        let answer = try scene.browser.submit(path, on: path, ["identity": "inPerson"].merging(fields) { $1 })
        #expect(answer.status == .unprocessableContent)
        #expect(answer.text.contains("<title>Error: "))
        #expect(answer.text.contains("class=\"error-summary\""))
        #expect(
            answer.forms.first { $0.action == path }?.fields.contains { $0 == "reason" && $1 == fields["reason"] }
                == true)
        // It can be sent once more.
        let form = try #require(answer.forms.first { $0.action == path })
        #expect(try scene.browser.send(form, AccountsScene.reason).status == .seeOther)
    }

    func foreignForms() throws {
        var scene = try AccountsScene()
        let path = "\(try scene.page())/disable"
        let form = try #require(try scene.browser.get(path).forms.first { $0.action == path })
        let ticket = try #require(form.fields.first { $0.0 == "ticket" })
        let elsewhere = PageForm(action: "\(try scene.page(of: "mallory"))/disable", fields: [ticket])
        #expect(try scene.browser.send(elsewhere, AccountsScene.reason).status == .forbidden)
        var lin = try scene.browser(of: scene.lin)
        #expect(try lin.send(form, AccountsScene.reason).status == .forbidden)
        var other = scene.browser
        other.origin = [HeaderField("Sec-Fetch-Site", "cross-site")]
        #expect(try other.send(form, AccountsScene.reason).status == .forbidden)
        #expect(try scene.manager.account().isActive)
    }

    func changed(_ moment: String) throws {
        var scene = try AccountsScene()
        let path = "\(try scene.device())/revoke"
        let form = try #require(try scene.browser.get(path).forms.first { $0.action == path })
        let phone = scene.phone.activation
        let rename = { [manager = scene.manager] in
            try manager.context.database.write { _ = try $0.activations.rename(phone, to: "Other") }
        }
        let answer: Response
        if moment == "before" {
            try rename()
            answer = try scene.browser.send(form, AccountsScene.reason)
        } else {
            let process = try scene.ask(path)
            _ = try scene.grace.confirm(process)
            try rename()
            answer = try scene.browser.post("/login/\(process)/continue")
        }
        #expect(answer.status == .conflict)
        #expect(answer.text.contains("This has changed meanwhile"))
        #expect(try scene.manager.activation(of: scene.phone)?.state == .active)
    }

    func hostileName() throws {
        var scene = try AccountsScene()
        let name = "\"</bdi><script>alert(1)</script> Account: lin"
        let phone = scene.phone.activation
        try scene.manager.context.database.write { _ = try $0.activations.rename(phone, to: name) }
        let path = "\(try scene.device())/revoke"
        #expect(try !scene.browser.get(path).text.contains("<script>alert"))
        #expect(try !scene.browser.get(try scene.page()).text.contains("<script>alert"))
        let process = try scene.ask(path)
        #expect(
            try scene.text(of: process)
                == "Revoke a device, which can then no longer log in: “\(name)” Device id: "
                + "“\(scene.phone.activation.short)” Account: “ada” Account id: "
                + "“\(try scene.manager.account().publicID.short)” Reason: “showed the identity card”")
    }

    // MARK: Rules

    func ownAccount() throws {
        var scene = try AccountsScene()
        let page = try scene.page(of: "grace")
        let account = try scene.browser.get(page).text
        #expect(account.contains("<a href=\"/account\">This is your own account."))
        #expect(!account.contains("/disable\""))
        let act = try scene.browser.get("\(page)/disable")
        #expect(act.text.contains("This is your own account"))
        #expect(!act.forms.contains { $0.action == "\(page)/disable" })
        // A form that was made up, with the ticket that the page would have had.
        let device = try scene.device(scene.grace, of: "grace")
        #expect(try scene.browser.get("\(device)/revoke").text.contains("This is your own account"))
    }

    func otherAdministrator() throws {
        var scene = try AccountsScene()
        let path = "\(try scene.device(scene.lin, of: "lin"))/revoke"
        let page = try scene.browser.get(path).text
        #expect(page.contains("another administrator within 24 hours"))
        #expect(page.contains("takes two administrators"))
        #expect(try scene.act(path)["Location"]?.hasPrefix("/console/confirmations/") == true)
        #expect(try scene.manager.activation(of: scene.lin)?.state == .active)
    }

    func deviceInUse() throws {
        var scene = try AccountsScene()
        let path = "\(try scene.page())/recover"
        let page = try scene.browser.get(path)
        #expect(page.text.contains("The account has a device in use"))
        #expect(!page.forms.contains { $0.action == path })
    }

    func auditor() throws {
        let scene = try AccountsScene()
        var lin = try scene.browser(of: scene.lin)
        let path = "\(try scene.page())/disable"
        let form = try #require(try lin.get(path).forms.first { $0.action == path })
        try scene.manager.grant(.auditor, to: "lin")
        #expect(try lin.get(path).status == .notFound)
        #expect(try lin.send(form, AccountsScene.reason).status == .forbidden)
        #expect(try scene.manager.account().isActive)
    }

    // MARK: Recovery

    func recovery() throws {
        var scene = try AccountsScene()
        _ = try scene.act("\(try scene.device())/revoke")
        let waiting = try #require(try scene.act("\(try scene.page())/recover")["Location"])
        let confirmation = String(waiting.prefix { $0 != "?" })
        var lin = try scene.browser(of: scene.lin)
        let form = try #require(try lin.get(confirmation).forms.first { $0.action == confirmation })
        let path = try #require(try lin.send(form)["Location"])
        let process = try #require(SessionID(text: path.dropFirst("/login/".count)))
        _ = try scene.lin.confirm(process)
        let sheets = try lin.post("/login/\(process)/continue")
        #expect(sheets.status == .ok)
        #expect(sheets["Cache-Control"] == "no-store")
        let pin = try #require(sheets.text.firstMatch(of: #/<code>(\d{8})<\/code>/#)?.output.1)
        let link = try #require(sheets.text.firstMatch(of: #/<code>(http[^<]*)<\/code>/#)?.output.1)
        #expect(sheets.text.matches(of: #/<section class="panel sheet">/#).count == 2)

        // The new device of ada.
        let activation = try RawActivation(scene.manager, link: String(link))
        let opened = try #require(try activation.open(pin: String(pin)).personalize)
        #expect(opened.newPinRequired)

        let again = try lin.post("/login/\(process)/continue")
        #expect(again.status == .conflict)
        #expect(!again.text.contains(pin))
        #expect(try !scene.browser.get(try scene.page()).text.contains(pin))
    }
}
