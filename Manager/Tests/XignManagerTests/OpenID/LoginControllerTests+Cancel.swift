import Testing
import XignDomain
import XignHTTP
import XignProtocol
import XignStorage

@testable import XignOpenID
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

/// A person who gives a login up at the browser.
extension LoginControllerTests {
    static let cancelTests: [TestCase<Self>] = [
        TestCase("a person who gives a login up goes back to the website, and no device can confirm it", cancel),
        TestCase("another browser or another site gives nothing up", foreignCancel),
        TestCase(
            "the address of a form, opened as a page, leads to the page of its login and changes nothing", addressOfForm
        ),
        TestCase(
            "the way back from a login that has ended is the service's own website, where it has declared one", website),
    ]

    func cancel() throws {
        var browser = Browser(provider)
        for claims in [false, true] {
            let id = try browser.begin(.shop)
            if claims { try provider.claim(id) }
            let answer = try Answer(try browser.post("/login/\(id)/cancel"))
            #expect(answer.address == Website.shop.redirectURI)
            #expect(answer["error"] == "access_denied")
            #expect(try phase(of: id) == .expired)
            #expect(try browser.get("/login/\(id)").text.contains("data-state=\"expired\""))
        }
    }

    func foreignCancel() throws {
        var owner = Browser(provider), stranger = Browser(provider)
        let id = try owner.begin(.shop)
        _ = try stranger.begin(.shop)
        #expect(try stranger.post("/login/\(id)/cancel").status == 404)
        #expect(try owner.post("/login/\(id)/cancel", fetchSite: "cross-site").status == 403)
        #expect(try phase(of: id) == .waiting)
    }

    func addressOfForm() throws {
        var browser = Browser(provider)
        let (waiting, confirmed) = (try browser.begin(.shop), try browser.begin(.shop))
        try provider.confirm(confirmed)
        for id in [waiting, confirmed] {
            for form in ["remember", "continue", "cancel", "again"] {
                let answer = try browser.get("/login/\(id)/\(form)")
                #expect(answer.status == 303, "\(form)")
                #expect(answer["Location"] == "/login/\(id)", "\(form)")
            }
        }
        #expect(try phase(of: waiting) == .waiting)
        #expect(try phase(of: confirmed) == .confirmed)
        #expect(try provider.count(of: .codeIssued) == 0)
    }

    func website() throws {
        let address = "https://www.example.org/start"
        try provider.change("shop") { $0.website = address }
        var browser = Browser(provider)
        let (notMe, expired) = (try browser.begin(.shop), try browser.begin(.shop))
        try provider.decline(notMe, .notMe)
        provider.advance(seconds: 300)
        for (id, style, states) in [
            (notMe, "primary", "declined-notMe switchedOff"),
            (expired, "quiet", "declined-cancelled declined-pairing expired"),
        ] {
            let page = try browser.get("/login/\(id)").text
            let link = "<a class=\"button \(style)\" href=\"\(address)\" data-when=\"\(states)\">"
            #expect(page.contains("\(link)To the website of Example shop</a>"), "\(states)")
        }
        #expect(try browser.get("/login/\(notMe)").text.contains("data-state=\"declined-notMe\""))
        #expect(try browser.get("/login/\(expired)").text.contains("data-state=\"expired\""))
    }

    private func phase(of id: SessionID) throws -> Phase.Name? {
        try provider.context.database.read { try $0.processes.find(id)?.phase.name }
    }
}
