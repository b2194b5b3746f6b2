import DatabaseFixture
import Foundation
import Testing
import XignAdmission
import XignDomain
import XignHTTP
import XignProtocol

@testable import XignServer
@testable import XignStorage
@testable import XignUseCases
@testable import XignWeb

/// A manager with the pages on which people join, and an operator who makes links.
struct JoinScene: Sendable {
    let manager: TestManager

    init(_ engine: Engine = .sqlite, isOn: Bool = true, limits: Limits = Limits()) throws {
        var served: ServedSurfaces = [.account]
        served.hasJoin = isOn
        manager = try TestManager(engine, limits: limits, surfaces: served)
    }

    var context: Context { manager.context }

    /// - Parameter address: the only address that the link is meant for.
    func makeLink(
        places: Int = 1, address: String? = nil, days: Int64 = 14, language: Language? = nil
    ) throws -> JoinLink {
        try MakeJoinLink(context)(
            JoinLinkTerms(
                organization: "Example Inc.",
                roles: [.init(service: "demo", name: "visitor"), .init(service: "demo", name: "user")], places: places,
                address: address, lifetimeSeconds: days * 86_400, language: language),
            by: TestManager.operatorName)
    }

    func withdraw(_ link: JoinLink) throws {
        #expect(try WithdrawJoinLink(context)(link.code.groupedText, by: TestManager.operatorName) != nil)
    }

    func listed(_ link: JoinLink) throws -> ListJoinLinks.Entry {
        try #require(try ListJoinLinks(context)(of: nil).first { $0.link.id == link.id })
    }

    func path(_ link: JoinLink) -> String { "/join/\(link.code.groupedText)" }

    func account(named name: String) throws -> Account? {
        try context.database.read { try $0.accounts.find(name: name) }
    }

    func housekeeping() { Housekeeping(manager.manager).runOnce() }
}

/// A browser in which somebody joins. It keeps its cookies as long as they say.
struct JoinBrowser {
    let scene: JoinScene
    private(set) var cookie: String?
    private(set) var setCookie: String?
    /// The end of the cookie; nil for one that was handed over.
    private var cookieEnd: Timestamp?
    var language = "en"
    var address = RemoteAddress.loopback

    init(_ scene: JoinScene, cookie: String? = nil) { (self.scene, self.cookie) = (scene, cookie) }

    /// - Parameter site: the value of `Sec-Fetch-Site`; nil sends none.
    @discardableResult
    mutating func send(
        _ method: XignHTTP.Method, _ target: String, _ form: String = "", site: String? = "same-origin"
    ) throws -> Response {
        let fields = [
            HeaderField("Accept", "text/html"), HeaderField("Accept-Language", language),
            HeaderField("Content-Type", "application/x-www-form-urlencoded"),
        ]
        if let cookieEnd, cookieEnd <= scene.manager.clock.now { cookie = nil }
        let cookies = cookie.map { [HeaderField("Cookie", $0)] } ?? []
        let answer = scene.manager.router.respond(
            to: try Request(
                method, target, headers: fields + cookies + (site.map { [HeaderField("Sec-Fetch-Site", $0)] } ?? []),
                body: Array(form.utf8), remoteAddress: address))
        setCookie = answer.headers.first { $0.name == "Set-Cookie" }?.value
        if let setCookie {
            cookie = setCookie.contains("Max-Age=0") ? nil : String(setCookie.prefix { $0 != ";" })
            let seconds = setCookie.firstMatch(of: /Max-Age=([0-9]+)/).flatMap { Int64($0.output.1) }
            cookieEnd = seconds.map { scene.manager.clock.now + $0 }
        }
        return answer
    }

    mutating func choose(_ name: String, by link: JoinLink) throws -> Response {
        try send(.post, scene.path(link), "name=\(name)")
    }

    /// Reads code and PIN of the page for the first device.
    mutating func code(at page: String = "/join/device") throws -> (activation: RawActivation, pin: String) {
        let answer = try send(.get, page)
        #expect(answer.status == .ok)
        let page = String(decoding: answer.bytes, as: UTF8.self)
        let link = try #require(page.firstMatch(of: /href="(http:\/\/localhost:[^"]+)"/)).output.1
        let pin = try #require(page.firstMatch(of: /<code>([0-9]{8})<\/code>/)).output.1
        let text = link.replacing("&amp;", with: "&")
        return (try RawActivation(scene.manager, link: String(text)), String(pin))
    }

    /// Chooses a name, and connects the first device.
    mutating func join(_ name: String, by link: JoinLink) throws -> RawDevice {
        #expect(try choose(name, by: link).status == .seeOther)
        return try connect()
    }

    mutating func connect() throws -> RawDevice {
        let (activation, pin) = try code()
        return try activation.connect(pin: pin)
    }
}

extension RawActivation {
    func connect(pin: String) throws -> RawDevice {
        let opened = try #require(try open(pin: pin).personalize)
        let device = device()
        _ = try device.enrol(with: opened.openToken, challenge: opened.challenge.bytes)
        return device
    }
}
