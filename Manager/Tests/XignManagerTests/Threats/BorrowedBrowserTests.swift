import DatabaseFixture
import Foundation
import Testing
import Threads
import XignDomain
import XignHTTP

@testable import Logging
@testable import XignProtocol
@testable import XignServer
@testable import XignStorage
@testable import XignUseCases
@testable import XignWeb

/// Attacks of somebody who sits at a browser that a person has used, or who has an account of their own.
struct BorrowedBrowserTests {
    @Test("Borrowed browsers and their sessions", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "The page of an act names nobody once its session has ended", pageOfAnAct,
            each: ["logout", "another person", "closed"]),
        TestCase("A PIN is stretched for the session that has asked alone", costly, each: ["session", "secret"]),
        TestCase("An act whose page was left by Cancel is not done, also where its device was faster", cancelled),
        TestCase("The longest names fit into the text of an act", longestNames, each: ["en", "de"]),
        TestCase("The log names no cookie, PIN, link, ticket or alias of the account pages", log),
    ]

    private func id(_ answer: Response) throws -> SessionID {
        let path = try #require(answer["Location"], "\(answer.status): \(answer.text)")
        return try #require(SessionID(text: path.dropFirst("/login/".count)), "\(path)")
    }

    func pageOfAnAct(_ end: String) throws {
        let manager = try TestManager()
        let phone = try RawDevice(manager)
        let stranger = try RawDevice(manager, user: "mallory")
        var browser = try AccountBrowser.loggedIn(manager, with: phone)
        let process = try id(
            try browser.submit("/account/devices/new", on: "/account/devices/new", ["alias": "Zwischenablage-9137"]))
        #expect(try browser.get("/login/\(process)").text.contains("Zwischenablage-9137"))
        switch end {
        case "logout": _ = try browser.submit("/account/logout", on: "/account/logout")
        case "another person": try browser.logIn(with: stranger)
        default: browser.forget("xign-account")
        }
        let page = try browser.get("/login/\(process)")
        #expect(!page.text.contains("Zwischenablage-9137"))
        #expect(!page.text.contains("ada"))
        #expect(page["Location"] == "\(manager.issuer)/account/devices")
    }

    func costly(_ missing: String) async throws {
        let manager = try TestManager()
        let phone = try RawDevice(manager)
        let asking = try await LoggedIn(manager, with: phone)
        let other = try await LoggedIn(manager, with: phone)
        let id = try await asking.request(.connectDevice(alias: "laptop"))
        _ = try phone.confirm(id, byLink: missing == "secret")
        let context = try Context(
            database: manager.context.database, issuer: manager.issuer, clock: manager.context.clock,
            // Fails where it is used.
            activationPINStretching: ActivationPINProof.Stretching(rounds: 0))
        let session = missing == "secret" ? asking.session : other.session
        let outcome = try await PerformAct(context)(id, in: session)
        #expect(outcome.name == (missing == "secret" ? "open" : "otherSession"))
    }

    func cancelled() throws {
        let manager = try TestManager()
        let phone = try RawDevice(manager)
        var browser = try AccountBrowser.loggedIn(manager, with: phone)
        let process = try id(try browser.submit("/account/delete", on: "/account/delete"))
        _ = try phone.confirm(process)
        _ = try browser.post("/login/\(process)/cancel")
        _ = try browser.post("/login/\(process)/continue")
        #expect(try manager.activation(of: phone)?.state == .active)
        #expect(try manager.context.database.read { try $0.accounts.find(name: "ada") } != nil)
    }

    func longestNames(_ language: String) throws {
        let manager = try TestManager()
        let name = String(repeating: "ü", count: 128)
        let phone = try RawDevice(manager, user: name)
        var browser = try AccountBrowser.loggedIn(manager, with: phone)
        browser.language = language
        let alias = String(repeating: "語", count: 85)
        let process = try id(
            try browser.submit("/account/devices/new", on: "/account/devices/new", ["alias": alias]))
        let statement = try ConsentStatement(parsing: try phone.prepare(process).statement)
        guard case .transaction(let text) = statement.subject else {
            Issue.record("\(statement.subject)")
            return
        }
        #expect(text.language == language)
        #expect(text.parts.map(\.text).contains(alias))
        #expect(text.parts.map(\.text).contains(name))
    }

    func log() throws {
        let lines = Locked<[String]>([])
        let manager = try TestManager(log: Log(minimum: .debug) { line in lines.withLock { $0.append("\(line)") } })
        let phone = try RawDevice(manager)
        var browser = try AccountBrowser.loggedIn(manager, with: phone)
        var secrets = Array(browser.cookies.values)
        let form = try #require(
            try browser.get("/account/devices/new").forms.first { $0.action == "/account/devices/new" })
        secrets += form.fields.map(\.1).filter { $0.count > 8 }
        let process = try id(try browser.send(form, ["alias": "Zwischenablage-9137"]))
        secrets += Array(browser.cookies.values) + ["Zwischenablage-9137"]
        _ = try phone.confirm(process)
        let way = try browser.post("/login/\(process)/continue")
        // The cookie with code and PIN is among them.
        secrets += Array(browser.cookies.values)
        let page = try browser.get(try #require(way["Location"]))
        secrets.append(String(try #require(page.text.firstMatch(of: #/<code>([0-9]{8})<\/code>/#)?.output.1)))
        secrets.append(String(try #require(page.text.firstMatch(of: #/\/a#([A-Za-z0-9_-]+)/#)?.output.1)))
        for (path, field) in [("/account/devices/new", "ticket"), ("/account/login", "to"), ("/language", "page")] {
            _ = try browser.post(path, [(field, secrets[0])])
            _ = try browser.get("\(path)?\(field)=\(secrets[0])")
        }
        let text = lines.withLock { $0.joined(separator: "\n") }
        #expect(!text.isEmpty)
        for secret in secrets where secret.count > 4 { #expect(!text.contains(secret)) }
    }
}
