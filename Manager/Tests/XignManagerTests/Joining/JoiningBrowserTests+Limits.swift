import DatabaseFixture
import Testing
import XignAdmission
import XignDomain
import XignHTTP
import XignProtocol

@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

/// The limits that the browser meets, and what is refused to it.
extension JoiningBrowserTests {
    private static let network = RemoteAddress("192.0.2.1")

    private func narrow() throws -> JoinScene {
        var limits = Limits()
        limits.exempt = []
        limits.joins = Rate(everyMinute: 2, atOnce: 2)
        limits.forms = Rate(everyMinute: 1, atOnce: 1)
        return try JoinScene(limits: limits)
    }

    /// A browser of a network that has sent as much as it may.
    private func limitedBrowser(_ scene: JoinScene, _ link: JoinLink) throws -> JoinBrowser {
        var browser = JoinBrowser(scene)
        browser.address = try #require(Self.network)
        for _ in 0..<2 { #expect(try browser.choose("ada", by: link).status == .unprocessableContent) }
        return browser
    }

    func limited() throws {
        let scene = try narrow()
        let link = try scene.makeLink(places: 3)
        var waiting = JoinBrowser(scene)
        waiting.address = try #require(RemoteAddress("198.51.100.1"))
        #expect(try waiting.choose("lin", by: link).status == .seeOther)
        let pin = try waiting.code().pin
        waiting.address = try #require(Self.network)
        var browser = try limitedBrowser(scene, link)
        var answers: [String: Response] = [:]
        answers["name"] = try browser.choose("grace", by: link)
        answers["code"] = try browser.send(.post, "/join", "code=\(link.code.text)")
        answers["unknown"] = try browser.send(.get, "/join/K7QN-2XPD-9RTV")
        answers["device"] = try waiting.send(.post, "/join/device/code")
        _ = try browser.send(.post, "/stop", "link=x")
        answers["stop"] = try browser.send(.post, "/stop", "link=x")
        for (name, answer) in answers {
            #expect(answer.status == .tooManyRequests, "\(name)")
            #expect(answer["Retry-After"] != nil, "\(name)")
            #expect(!answer.text.contains("log in again"), "\(name)")
            #expect(!answer.text.contains("Too many logins"), "\(name)")
        }
        #expect(answers["name"]?.text.contains(#"value="grace""#) == true)
        #expect(answers["code"]?.text.contains(#"value="\#(link.code.text)""#) == true)
        #expect(answers["device"]?.text.contains(pin) == true)
        #expect(try scene.account(named: "grace") == nil)
        scene.manager.clock.advance(seconds: 30)
        #expect(try browser.choose("grace", by: link).status == .seeOther)
    }

    func fullQueue() throws {
        let scene = try narrow()
        var browser = JoinBrowser(scene)
        browser.address = try #require(Self.network)
        #expect(try browser.choose("grace", by: try scene.makeLink()).status == .seeOther)
        let pins = try #require(scene.manager.manager.strangerPINs)
        var places = (0...StrangerPINs.waiting).compactMap { _ in pins.place(forRegistration: false) }
        for _ in 0..<3 {
            #expect(try browser.send(.post, "/join/device/code").status == .serviceUnavailable)
        }
        places.removeAll()
        #expect(try browser.send(.post, "/join/device/code").status == .seeOther)
    }

    func forged() throws {
        let scene = try registration()
        let link = try scene.makeLink()
        for path in ["/join", scene.path(link), "/join/device/code", "/register", "/stop"] {
            var browser = JoinBrowser(scene)
            let refused = try browser.send(.post, path, "name=grace", site: "cross-site")
            #expect(refused.status == .forbidden, "\(path)")
            #expect(!refused.text.contains("log in again"), "\(path)")
            #expect(refused.text.contains("Go back to where you began, and try again."), "\(path)")
        }
    }

    func registrationLimits() throws {
        let scene = try registration()
        var browser = JoinBrowser(scene)
        browser.address = try #require(Self.network)
        for _ in 0..<JoinVisit.maximumTries {
            #expect(try browser.send(.post, "/register", "name=ada").status == .unprocessableContent)
        }
        let tried = try browser.send(.post, "/register", "name=grace")
        #expect(tried.status == .tooManyRequests)
        #expect(tried.text.contains("Ten names were tried in this browser. Try again in 20 minutes."))
        for _ in 0..<89 {
            var other = JoinBrowser(scene)
            other.address = browser.address
            #expect(try other.send(.post, "/register", "name=+").status == .unprocessableContent)
        }
        var neighbour = JoinBrowser(scene)
        neighbour.address = browser.address
        let refused = try neighbour.send(.post, "/register", "name=grace")
        #expect(refused.status == .tooManyRequests)
        #expect(refused.text.contains("Very many accounts were begun from your network today."))
        #expect(!refused.text.contains("another code"))
        scene.manager.clock.advance(seconds: 20 * 60)
        #expect(try browser.send(.post, "/register", "name=grace").status == .seeOther)
    }

    func acceptedLate() throws {
        let scene = try JoinScene()
        let link = try scene.makeLink(places: 2)
        _ = try Apply(scene.context)(Array("users: [{name: eve}]".utf8))
        var browser = try AccountBrowser.loggedIn(scene.manager, with: try RawDevice(scene.manager, user: "eve"))
        #expect(try browser.post("\(scene.path(link))/account")["Location"] == "/account/join")
        #expect(try browser.get("/account/join").status == .ok)
        browser.forget("xign-join")
        let late = try browser.get("/account/join")
        #expect(late.status == .gone)
        #expect(late.text.contains("There is no invitation here to accept"))
        #expect(late.text.contains("Open its link again."))
    }
}
