// Long because: each act has its own way through form, device and browser; each test is short.

import DatabaseFixture
import Foundation
import Testing
import XignDomain
import XignHTTP
import XignProtocol

@testable import XignServer
@testable import XignStorage
@testable import XignUseCases
@testable import XignWeb

struct ConfirmedActPagesTests {
    @Test("Acts of the account pages that a device confirms", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("a lost phone is removed by the second device, signed on it", lostPhone),
        TestCase("after two devices have exchanged their names, the sentence still tells which one goes", exchanged),
        TestCase("a device is locked for good, signed on another: its entry stays", lock),
        TestCase("the device of this login can be removed, too: the browser is logged out", thisLogin),
        TestCase("the only device stays, and its page says why", lastDevice),
        TestCase("what has changed since the page was shown is not done", changed, each: ["before", "after"]),
        TestCase("a confirmation does one thing once", twice),
        TestCase("what is not confirmed, or too late, is not done", unconfirmed, each: ["open", "late", "declined"]),
        TestCase("only the session that has asked does the act", otherSession),
        TestCase("the page of an act has the headers of the account, and its button works from that page alone", page),
        TestCase("another person's device is answered as one that does not exist", strangers),
        TestCase("another device is connected by the code and the PIN of a page for its browser alone", connect),
        TestCase(
            "the page says whether the new device is connected, and the first page warns of it in a later session alone",
            connected),
        TestCase("the page says before anything is signed that a device cannot be connected now", obstacles),
        TestCase("a copy of all data is handed over by the page, in a file", export),
        TestCase("an account is deleted, and its browser says farewell", delete),
    ]

    /// A manager with a phone and a tablet of ada, both old enough to act.
    private struct Scene {
        let manager: TestManager
        let phone: RawDevice
        let tablet: RawDevice

        init(_ engine: Engine = .sqlite) throws {
            let manager = try TestManager(engine)
            let first = try RawDevice(manager)
            let second = try RawDevice(manager)
            try manager.waitForCoolDown()
            try manager.context.database.write { transaction in
                _ = try transaction.activations.rename(first.activation, to: "Pixel 8")
                _ = try transaction.activations.rename(second.activation, to: "iPad")
            }
            (self.manager, self.phone, tablet) = (manager, first, second)
        }

        func removal(of device: RawDevice) -> String { "/account/devices/\(device.activation)/remove" }
    }

    private func id(_ answer: Response) throws -> SessionID {
        let path = try #require(answer["Location"], "\(answer.status): \(answer.text)")
        return try #require(SessionID(text: path.dropFirst("/login/".count)), "\(path)")
    }

    // MARK: Removal

    func lostPhone() throws {
        let scene = try Scene()
        var browser = try AccountBrowser.loggedIn(scene.manager, with: scene.tablet)
        let path = scene.removal(of: scene.phone)
        let process = try id(try browser.submit(path, on: path))
        let signed = try scene.tablet.prepare(process)
        let text = try text(signed)
        let sentence = text.parts.map(\.text).joined()
        let start = "Remove a device, which can then no longer log in: Pixel 8 System: Linux Connected: "
        #expect(sentence.hasPrefix(start), "\(sentence)")
        #expect(
            sentence.hasSuffix(" (UTC) Device id: \(scene.phone.activation.short) Account: ada"), "\(sentence)")
        #expect(text.language == "en")
        #expect(try scene.manager.activation(of: scene.phone)?.state == .active)
        _ = try scene.tablet.finish(signed)
        #expect(try scene.manager.activation(of: scene.phone)?.state == .active)
        let answer = try browser.post("/login/\(process)/continue")
        #expect(answer["Location"] == "/account/devices?done=deviceRemoved")
        #expect(try scene.manager.activation(of: scene.phone)?.state == .revoked)
        let list = try browser.get("/account/devices?done=deviceRemoved").text
        #expect(list.contains("The device was removed."))
        #expect(!list.contains("Pixel 8"))
    }

    private func text(_ signed: RawDevice.Prepared) throws -> TransactionText {
        guard case .transaction(let text) = try ConsentStatement(parsing: signed.statement).subject else {
            throw TestFailure(what: "no transaction")
        }
        return text
    }

    func exchanged() throws {
        let scene = try Scene()
        var browser = try AccountBrowser.loggedIn(scene.manager, with: scene.tablet)
        try scene.manager.context.database.write { transaction in
            _ = try transaction.activations.rename(scene.phone.activation, to: "iPad")
            _ = try transaction.activations.rename(scene.tablet.activation, to: "Pixel 8")
        }
        let path = scene.removal(of: scene.tablet)
        let text = try text(try scene.phone.prepare(try id(try browser.submit(path, on: path))))
        let names = text.parts.map(\.text)
        #expect(names.contains("Pixel 8"))
        #expect(names.contains(scene.tablet.activation.short))
        #expect(!names.contains(scene.phone.activation.short))
        let list = try browser.get("/account/devices").text
        for device in [scene.phone, scene.tablet] { #expect(list.contains(device.activation.short)) }
    }

    func lock() async throws {
        let scene = try Scene()
        var browser = try AccountBrowser.loggedIn(scene.manager, with: scene.tablet)
        // The page of a past login has the form.
        let path = "/account/devices/\(scene.phone.activation)/lock"
        let visit = try #require(try await browser.visit(path))
        let seen = try #require(try scene.manager.activation(of: scene.phone)).objectDigest
        let form = PageForm(action: path, fields: [("ticket", visit.ticket(for: path, object: seen))])
        let process = try id(try browser.send(form))
        _ = try scene.tablet.confirm(process)
        #expect(
            try browser.post("/login/\(process)/continue")["Location"] == "/account/devices?done=deviceLocked")
        #expect(try scene.manager.activation(of: scene.phone)?.lockout.isPermanent == true)
        #expect(try browser.get("/account/devices").text.contains("locked for good"))
    }

    func thisLogin() throws {
        let scene = try Scene()
        var browser = try AccountBrowser.loggedIn(scene.manager, with: scene.phone)
        let path = scene.removal(of: scene.phone)
        #expect(try browser.get(path).text.contains("This browser will be logged out."))
        let process = try id(try browser.submit(path, on: path))
        _ = try scene.phone.confirm(process)
        _ = try browser.post("/login/\(process)/continue")
        #expect(try scene.manager.activation(of: scene.phone)?.state == .revoked)
        #expect(try browser.get("/account/devices").status == .seeOther)
    }

    func lastDevice() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        var browser = try AccountBrowser.loggedIn(manager, with: device)
        let page = try browser.get("/account/devices/\(device.activation)/remove")
        #expect(page.text.contains("This is your only device."))
        #expect(!page.forms.contains { $0.action.hasSuffix("/remove") })
    }

    func changed(_ moment: String) throws {
        let scene = try Scene()
        var browser = try AccountBrowser.loggedIn(scene.manager, with: scene.tablet)
        let path = scene.removal(of: scene.phone)
        let form = try #require(try browser.get(path).forms.first { $0.action == path })
        let rename = {
            try scene.manager.context.database.write {
                _ = try $0.activations.rename(scene.phone.activation, to: "Other")
            }
        }
        if moment == "before" {
            try rename()
            let answer = try browser.send(form)
            #expect(answer.status == .conflict)
            #expect(answer.text.contains("This has changed meanwhile"))
        } else {
            let process = try id(try browser.send(form))
            _ = try scene.tablet.confirm(process)
            try rename()
            let answer = try browser.post("/login/\(process)/continue")
            #expect(answer.status == .conflict)
            #expect(answer.text.contains("This has changed meanwhile"))
        }
        #expect(try scene.manager.activation(of: scene.phone)?.state == .active)
    }

    func twice() throws {
        let scene = try Scene()
        var browser = try AccountBrowser.loggedIn(scene.manager, with: scene.tablet)
        let path = scene.removal(of: scene.phone)
        let process = try id(try browser.submit(path, on: path))
        _ = try scene.tablet.confirm(process)
        #expect(try browser.post("/login/\(process)/continue").status == .seeOther)
        let again = try browser.post("/login/\(process)/continue")
        #expect(again.status == .conflict)
        #expect(again.text.contains("This was done already"))
    }

    func unconfirmed(_ way: String) throws {
        let scene = try Scene()
        var browser = try AccountBrowser.loggedIn(scene.manager, with: scene.tablet)
        let path = scene.removal(of: scene.phone)
        let process = try id(try browser.submit(path, on: path))
        switch way {
        case "open":
            #expect(try browser.post("/login/\(process)/continue")["Location"] == "/login/\(process)")
        case "late":
            _ = try scene.tablet.confirm(process)
            scene.manager.clock.advance(seconds: 61)
            let answer = try browser.post("/login/\(process)/continue")
            #expect(answer.status == .conflict)
            #expect(answer.text.contains("the confirmation came too late"))
        default:
            let prepared = try scene.tablet.prepare(process)
            _ = try scene.tablet.call(
                Abort.self, .init(sessionId: process, sessionToken: prepared.token, reason: .cancelled))
            #expect(try browser.post("/login/\(process)/continue")["Location"] == "/account/devices")
        }
        #expect(try scene.manager.activation(of: scene.phone)?.state == .active)
    }

    func otherSession() throws {
        let scene = try Scene()
        var browser = try AccountBrowser.loggedIn(scene.manager, with: scene.tablet)
        let path = scene.removal(of: scene.phone)
        let process = try id(try browser.submit(path, on: path))
        _ = try scene.tablet.confirm(process)
        var loggedOut = browser
        loggedOut.forget("xign-account")
        #expect(
            try loggedOut.post("/login/\(process)/continue")["Location"]
                == "/account/login?to=%2Faccount%2Fdevices")
        try browser.logIn(with: scene.tablet)
        #expect(try browser.post("/login/\(process)/continue").status == .forbidden)
        #expect(try scene.manager.activation(of: scene.phone)?.state == .active)
    }

    func page() throws {
        let scene = try Scene()
        var browser = try AccountBrowser.loggedIn(scene.manager, with: scene.tablet)
        let path = scene.removal(of: scene.phone)
        let process = try id(try browser.submit(path, on: path))
        let page = try browser.get("/login/\(process)")
        #expect(page.text.contains("<bdi>Pixel 8</bdi>"))
        #expect(page["Cross-Origin-Opener-Policy"] == "same-origin")
        #expect(page["Content-Security-Policy"]?.contains("form-action 'self';") == true)
        _ = try scene.tablet.confirm(process)
        browser.origin = []
        #expect(try browser.post("/login/\(process)/continue").status == .forbidden)
        #expect(try scene.manager.activation(of: scene.phone)?.state == .active)
    }

    func strangers() throws {
        let scene = try Scene()
        var browser = try AccountBrowser.loggedIn(scene.manager, with: scene.tablet)
        let theirs = try RawDevice(scene.manager, user: "mallory")
        #expect(try browser.get(scene.removal(of: theirs)).status == .notFound)
        let own = scene.removal(of: scene.phone)
        let form = try #require(try browser.get(own).forms.first { $0.action == own })
        #expect(
            try browser.send(PageForm(action: scene.removal(of: theirs), fields: form.fields)).status == .forbidden)
    }

    // MARK: Connection

    func connect() throws {
        let scene = try Scene()
        var browser = try AccountBrowser.loggedIn(scene.manager, with: scene.phone)
        let refused = try browser.submit("/account/devices/new", on: "/account/devices/new", ["alias": " "])
        #expect(refused.status == .unprocessableContent)
        #expect(refused.text.contains("Type a name for the device."))
        let form = try #require(refused.forms.first { $0.action == "/account/devices/new" })
        let process = try id(try browser.send(form, ["alias": "Laptop"]))
        _ = try scene.phone.confirm(process)
        let way = try browser.post("/login/\(process)/continue")
        let page = try browser.get(try #require(way["Location"]))
        #expect(page.status == .ok)
        #expect(page["Cache-Control"] == "no-store")
        let pin = try #require(page.text.firstMatch(of: #/<code>([0-9]{8})<\/code>/#)?.output.1)
        #expect(page.text.contains("<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/><path fill=\"#000\" d=\"M"))
        let link = try #require(page.text.firstMatch(of: #/href="([^"]+/a#[^"]+)"/#)?.output.1)
        #expect(link.hasPrefix("\(scene.manager.context.appLinkOrigin)/a#"))
        let again = try browser.post("/login/\(process)/continue")
        #expect(again.status == .conflict)
        #expect(!again.text.contains(pin))
        let list = try browser.get("/account/devices").text
        #expect(list.contains("not connected yet"))
        #expect(!list.contains(pin))
        // The device gets the name that was typed, unless its person gives another one.
        let opened = try RawActivation(scene.manager, link: String(link)).open(pin: String(pin)).personalize
        #expect(opened?.alias == "Laptop")
        let cancel = try #require(page.forms.first { $0.action.hasSuffix("/cancel") })
        // Somebody who has left the page finds the same button in the list.
        #expect(try browser.get("/account/devices").forms.contains { $0.action == cancel.action })
        #expect(try browser.send(cancel)["Location"] == "/account/devices?done=connectionCancelled")
        #expect(try !browser.get("/account/devices").text.contains("not connected yet"))
        #expect(try browser.send(cancel).status == .notFound)
    }

    func connected() throws {
        let scene = try Scene()
        var browser = try AccountBrowser.loggedIn(scene.manager, with: scene.phone)
        let process = try id(
            try browser.submit("/account/devices/new", on: "/account/devices/new", ["alias": "Laptop"]))
        _ = try scene.phone.confirm(process)
        let way = try browser.post("/login/\(process)/continue")
        let page = try browser.get(try #require(way["Location"])).text
        let state = String(try #require(page.firstMatch(of: #/\/account\/devices\/[^"]*\/connected/#)?.output))
        let waiting = try browser.get(state)
        #expect(waiting.text.contains("Nobody has connected the device <bdi>Laptop</bdi> yet."))
        #expect(waiting.forms.contains { $0.action.hasSuffix("/cancel") })

        let link = String(try #require(page.firstMatch(of: #/href="([^"]*\/a#[^"]*)"/#)?.output.1))
        let pin = String(try #require(page.firstMatch(of: #/<code>([0-9]{8})<\/code>/#)?.output.1))
        let activation = try RawActivation(scene.manager, link: link)
        let opened = try #require(try activation.open(pin: pin).personalize)
        scene.manager.clock.advance(seconds: 1)
        _ = try activation.device().enrol(with: opened.openToken, challenge: opened.challenge.bytes, alias: "Laptop")
        #expect(try browser.get(state)["Location"] == "/account/devices?done=deviceConnected")
        #expect(try browser.get("/account/devices?done=deviceConnected").text.contains("The device is connected."))
        #expect(try !browser.get("/account").text.contains("Laptop"))

        scene.manager.clock.advance(seconds: 1)
        var later = try AccountBrowser.loggedIn(scene.manager, with: scene.phone)
        #expect(try later.get("/account").text.contains("The device <bdi>Laptop</bdi> was connected."))
        let unknown = try later.get("/account/devices/\(ActivationID.random())/connected")
        #expect(unknown.text.contains("No device was connected"))
    }

    func obstacles() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        var browser = try AccountBrowser.loggedIn(manager, with: device)
        #expect(try browser.get("/account/devices/new").forms.contains { $0.action == "/account/devices/new" })
        let now = manager.clock.now
        let account = try manager.account().id
        try manager.context.database.write { transaction in
            for index in 0..<3 {
                try transaction.activations.insert(
                    Activation(
                        id: .random(), accountID: account, state: .pending, kind: .additional, pinOrigin: .assigned,
                        secretHash: BearerHash(bytes: [UInt8(index)]), createdAt: now, expiresAt: now + 600,
                        personalizedAt: nil, wrongPINs: 0, alias: "", lockout: .none),
                    pinProofHash: BearerHash(bytes: [4]))
            }
        }
        let full = try browser.get("/account/devices/new")
        #expect(full.text.contains("Remove one first."))
        #expect(!full.forms.contains { $0.action == "/account/devices/new" })
    }

    // MARK: Export and deletion

    func export() throws {
        let scene = try Scene()
        var browser = try AccountBrowser.loggedIn(scene.manager, with: scene.phone)
        let process = try id(try browser.submit("/account/export", on: "/account/settings"))
        _ = try scene.phone.confirm(process)
        let page = try browser.post("/login/\(process)/continue").text
        let link = #/download="xign-account.json" href="data:application\/json;base64,([A-Za-z0-9+\/=]+)"/#
        let text = try #require(page.firstMatch(of: link)?.output.1)
        let file = try #require(Data(base64Encoded: String(text)))
        let object = try #require(try JSONSerialization.jsonObject(with: file) as? [String: Any])
        #expect("\(object)".contains("ada"))
    }

    func delete() throws {
        let scene = try Scene()
        var browser = try AccountBrowser.loggedIn(scene.manager, with: scene.phone)
        let process = try id(try browser.submit("/account/delete", on: "/account/delete"))
        _ = try scene.phone.confirm(process)
        let farewell = try browser.post("/login/\(process)/continue")
        #expect(farewell.status == .ok)
        #expect(farewell.text.contains("The account <bdi>ada</bdi>"))
        #expect(browser.cookies["xign-account"] == nil)
        #expect(browser.cookies["xign-known"] == nil)
        #expect(try scene.manager.context.database.read { try $0.accounts.find(name: "ada") } == nil)
        #expect(try browser.get("/account").status == .seeOther)
    }
}
