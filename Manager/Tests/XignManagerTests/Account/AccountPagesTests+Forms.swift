import DatabaseFixture
import Foundation
import Testing
import XignDomain
import XignHTTP
import XignProtocol

@testable import XignAdmission
@testable import XignServer
@testable import XignStorage
@testable import XignUseCases
@testable import XignWeb

/// Forms, devices and browsers of the account pages.
extension AccountPagesTests {
    // MARK: Forms

    func foreign(_ origin: [HeaderField]) throws {
        let manager = try TestManager()
        var browser = try AccountBrowser.loggedIn(manager, with: try RawDevice(manager))
        let form = try #require(try browser.get("/account/settings").forms.first { $0.action.hasSuffix("/language") })
        browser.origin = origin
        #expect(try browser.send(form, ["language": "de"]).status == .forbidden)
        #expect(try manager.account().language == nil)
        #expect(try browser.post("/account/login").status == .forbidden)
        browser.origin = [HeaderField("Origin", manager.issuer.description)]
        #expect(try browser.send(form, ["language": "de"]).status == .seeOther)
        #expect(try manager.account().language == .german)
    }

    func tickets() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        var browser = try AccountBrowser.loggedIn(manager, with: device)
        let page = try browser.get("/account/settings")
        let form = try #require(page.forms.first { $0.action.hasSuffix("/language") })
        let other = try #require(page.forms.first { $0.action == "/account/logout" })
        #expect(try browser.post(form.action, [("language", "de")]).status == .badRequest)
        for ticket in ["", "AAAA", try #require(other.fields.first { $0.0 == "ticket" }).1] {
            #expect(try browser.send(form, ["language": "de", "ticket": ticket]).status == .forbidden, "\(ticket)")
        }
        try browser.logIn(with: device)
        #expect(try browser.send(form, ["language": "de"]).status == .forbidden)
        #expect(try manager.account().language == nil)
    }

    func formWithoutLogin() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        var browser = try AccountBrowser.loggedIn(manager, with: device)
        let path = "/account/devices/\(device.activation)/rename"
        let form = try #require(try browser.get(path).forms.first { $0.action == path })
        browser.forget("xign-account")
        let answer = try browser.send(form, ["alias": "Mine"])
        #expect(answer["Location"] == "/account/login?to=\(RedirectURI.percentEncoded(path))")
        #expect(try browser.logIn(with: device, to: path) == path)
        #expect(try browser.get(path).forms.contains { $0.action == path })
    }

    func rate() throws {
        var limits = Limits()
        limits.exempt = []
        let manager = try TestManager(limits: limits)
        var browser = try AccountBrowser.loggedIn(manager, with: try RawDevice(manager))
        let form = try #require(try browser.get("/account/settings").forms.first { $0.action.hasSuffix("/language") })
        var refused: Response?
        for _ in 0..<120 where refused == nil {
            let answer = try browser.send(form, ["language": "de"])
            if answer.status != .seeOther { refused = answer }
        }
        let answer = try #require(refused)
        #expect(answer.status == .tooManyRequests)
        #expect(answer["Retry-After"] != nil)
        #expect(answer.text.contains("Zurzeit zu viele Änderungen"))
    }

    // MARK: Devices

    func devices() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        let other = try RawDevice(manager)
        try manager.context.database.write { transaction in
            _ = try transaction.activations.rename(device.activation, to: "Pixel <8>")
            _ = try transaction.activations.rename(other.activation, to: "iPad")
            try transaction.activations.save(
                lockout: LockoutState(
                    pinFailures: 10, otpFailures: 0, otherFailures: 0, lockedUntil: nil, isPermanent: true),
                of: other.activation)
        }
        var browser = try AccountBrowser.loggedIn(manager, with: device)
        let page = try browser.get("/account/devices").text
        #expect(page.contains("<bdi>Pixel &lt;8&gt;</bdi>"))
        #expect(page.contains("this login"))
        #expect(page.contains("locked for good"))
        #expect(page.contains("iPad"))
    }

    func rename() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        var browser = try AccountBrowser.loggedIn(manager, with: device)
        let path = "/account/devices/\(device.activation)/rename"
        let refused = try browser.submit(path, on: path, ["alias": " \u{202E}x "])
        #expect(refused.status == .unprocessableContent)
        #expect(refused.text.contains("<title>Error: Rename a device</title>"))
        #expect(refused.text.contains("href=\"#alias\""))
        #expect(refused.text.contains("aria-invalid=\"true\""))
        let again = try #require(refused.forms.first { $0.action == path })
        let answer = try browser.send(again, ["alias": "Werkstatt"])
        #expect(answer["Location"] == "/account/devices?done=deviceRenamed")
        #expect(try browser.get("/account/devices?done=deviceRenamed").text.contains("The device has a new name."))
        #expect(try manager.activation(device.activation)?.alias == "Werkstatt")
    }

    func changed() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        var browser = try AccountBrowser.loggedIn(manager, with: device)
        let path = "/account/devices/\(device.activation)/rename"
        let form = try #require(try browser.get(path).forms.first { $0.action == path })
        try manager.context.database.write { _ = try $0.activations.rename(device.activation, to: "Meanwhile") }
        let answer = try browser.send(form, ["alias": "Mine"])
        #expect(answer.status == .conflict)
        #expect(answer.text.contains("This has changed meanwhile"))
        #expect(try manager.activation(device.activation)?.alias == "Meanwhile")
    }

    func strangers() throws {
        let manager = try TestManager()
        var browser = try AccountBrowser.loggedIn(manager, with: try RawDevice(manager))
        let theirs = try RawDevice(manager, user: "mallory").activation
        for act in ["rename", "remove"] {
            let answers = try [theirs.description, ActivationID.random().description, "x"].map { id in
                try browser.get("/account/devices/\(id)/\(act)")
            }
            #expect(answers.allSatisfy { $0.status == .notFound })
            #expect(Set(answers.map { $0.text.replacing(#/\/account\/devices\/[A-Za-z0-9_-]+/#, with: "") }).count == 1)
        }
    }

    // MARK: Browsers

    func browsers() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        var one = try AccountBrowser.loggedIn(manager, with: device)
        var others = try (0..<3).map { _ in try AccountBrowser.loggedIn(manager, with: device) }
        let page = try one.get("/account/settings")
        let ends = page.forms.filter { $0.action.hasPrefix("/account/settings/sessions/") && $0.action.count > 40 }
        #expect(ends.count == 3)
        #expect(try one.send(ends[0])["Location"] == "/account/settings?done=sessionEnded")
        #expect(try one.send(ends[0]).status == .notFound)
        #expect(try others.indices.count { try others[$0].get("/account").status == .ok } == 2)
        let all = try one.submit("/account/settings/sessions/end", on: "/account/settings")
        #expect(all["Location"] == "/account/settings?done=sessionsEnded")
        #expect(try others.indices.count { try others[$0].get("/account").status == .ok } == 0)
        #expect(try one.get("/account").status == .ok)
    }
}
