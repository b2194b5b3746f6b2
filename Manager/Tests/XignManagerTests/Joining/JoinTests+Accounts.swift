import DatabaseFixture
import Testing
import XignDomain
import XignHTTP
import XignProtocol
import XignWording

@testable import XignStorage
@testable import XignUseCases
@testable import XignWeb

/// Joining with an account.
extension JoinTests {
    func merged() throws {
        let scene = try JoinScene()
        let link = try scene.makeLink(address: "eve@example.org")
        _ = try Apply(scene.context)(Array("users: [{name: eve}]".utf8))
        let device = try RawDevice(scene.manager, user: "eve")
        var browser = JoinBrowser(scene)
        #expect(try browser.choose("grace", by: link).status == .seeOther)
        let grace = try #require(try scene.account(named: "grace")).id
        try scene.context.database.write { try $0.groups.add(grace, to: "staff", in: link.organizationID) }
        let (activation, pin) = try browser.code()
        #expect(try device.finish(try device.prepareMerge(activation, pin: pin)).result != nil)
        #expect(try scene.account(named: "grace") == nil)
        #expect(try ShowUser(scene.context)("eve").groups.map(\.groups) == [["staff"]])
        #expect(try scene.listed(link).people.map(\.name) == ["eve"])
        #expect(try scene.listed(link).state == .usedUp)
    }

    /// A person who is a member of no organization.
    private func outsider(_ scene: JoinScene) async throws -> (RawDevice, LoggedIn) {
        _ = try Apply(scene.context)(Array("users: [{name: eve}]".utf8))
        let device = try RawDevice(scene.manager, user: "eve")
        return (device, try await LoggedIn(scene.manager, with: device))
    }

    func accepted(_ engine: Engine) async throws {
        let scene = try JoinScene(engine)
        let link = try scene.makeLink(places: 2)
        let (device, browser) = try await outsider(scene)
        let id = try await browser.request(.acceptJoin(link.id), seen: link.digest)
        _ = try device.confirm(id)
        #expect(try await browser.perform(id).name == "joined")
        #expect(try ShowUser(scene.context)("eve").organizations == ["Example Inc."])
        #expect(try ShowUser(scene.context)("eve").roles.map(\.roles) == [["user", "visitor"]])
        #expect(try scene.listed(link).people.map(\.name) == ["eve"])
        #expect(try scene.listed(link).link.taken == 1)
        #expect(try await browser.perform(id).name == "over")
        #expect(try scene.listed(link).link.taken == 1)
        // Once more it would give nothing.
        #expect(try await browser.ask(.acceptJoin(link.id), seen: link.digest).1 == .alreadyDone)
    }

    func notAccepted() async throws {
        let scene = try JoinScene()
        let (forMany, forOne) = (try scene.makeLink(places: 2), try scene.makeLink(address: "eve@example.org"))
        let (device, browser) = try await outsider(scene)
        #expect(try await browser.ask(.acceptJoin(forMany.id)).1 == .changed)
        #expect(try await browser.ask(.acceptJoin(forOne.id), seen: forOne.digest).1 == .changed)
        let id = try await browser.request(.acceptJoin(forMany.id), seen: forMany.digest)
        _ = try device.confirm(id)
        try scene.withdraw(forMany)
        #expect(try await browser.perform(id).name == "changed")
        #expect(try ShowUser(scene.context)("eve").organizations.isEmpty)
        #expect(try scene.listed(forMany).link.taken == 0)
    }

    func roles() throws {
        let scene = try JoinScene()
        let link = try scene.makeLink(places: 2)
        let offer = try #require(try ReadJoin(scene.context).offer(link.code.text))
        let many = ReadJoin.Offer(
            id: offer.id, organization: offer.organization,
            roles: offer.roles + [.init(service: String(repeating: "x", count: 256), role: "user")],
            expiresAt: offer.expiresAt, state: .open, language: nil, places: 2, isForMany: true,
            digest: offer.digest)
        for (offer, shown) in [(offer, "Demo website: visitor, Demo website: user"), (many, "\(link.id)")] {
            let sentence = OwnAct.acceptJoin(link.id).sentence(
                about: nil, address: nil, membership: OfferedMembership(offer), account: "ada",
                in: Language.english.wording)
            #expect(sentence.parts.contains(.value(shown)))
        }
    }

    func acceptancePage() throws {
        let scene = try JoinScene()
        let link = try scene.makeLink(places: 2)
        var browser = JoinBrowser(scene)
        #expect(try browser.send(.get, scene.path(link)).text.contains("\(scene.path(link))/account"))
        let led = try browser.send(.post, "\(scene.path(link))/account")
        #expect(led.status == .seeOther)
        #expect(led["Location"] == "/account/join")
        #expect(browser.setCookie?.contains(link.code.text) == false)
        // Without a login the account pages ask for one, and come back.
        #expect(try browser.send(.get, "/account/join")["Location"]?.hasPrefix("/account/login") == true)
    }
}
