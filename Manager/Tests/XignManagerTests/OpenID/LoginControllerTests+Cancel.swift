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
    @Test("a person who gives a login up goes back to the website, and no device can confirm it")
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

    @Test("another browser or another site gives nothing up")
    func foreignCancel() throws {
        var owner = Browser(provider), stranger = Browser(provider)
        let id = try owner.begin(.shop)
        _ = try stranger.begin(.shop)
        #expect(try stranger.post("/login/\(id)/cancel").status == 404)
        #expect(try owner.post("/login/\(id)/cancel", fetchSite: "cross-site").status == 403)
        #expect(try phase(of: id) == .waiting)
    }

    private func phase(of id: SessionID) throws -> Phase.Name? {
        try provider.context.database.read { try $0.processes.find(id)?.phase.name }
    }
}
