import DatabaseFixture
import Testing
import XignDomain
import XignHTTP
import XignProtocol
import XignStorage

@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

/// Attacks on shared logins.
extension SharedLoginTests {
    static let attacks: [TestCase<Self>] = [
        TestCase("the cookie of another organization opens nothing, whatever it is called", otherOrganization),
        TestCase("two cookies of the same name are none: one of them was planted", planted),
        TestCase("a second person in the same browser ends it, with and without a permission", secondPerson),
        TestCase("a shared login of a second person ends what the browser remembers of the first", rememberedOfOther),
        TestCase("nobody's consent opens a website for somebody else", otherConsent),
        TestCase(
            "a row opens nothing for another person, device, organization, end or factors than were signed", tampered,
            each: Tampering.allCases, Engine.allCases),
        TestCase("a permission that a device did not sign begins nothing", unsigned),
        TestCase("a browser keeps ten of both kinds", tenCookies),
    ]

    func otherOrganization() throws {
        let scene = try SharedLoginScene()
        var jar = try scene.sharing()
        var other = SharedLoginScene.Jar(scene)
        try other.logIn("other")
        try other.logIn("other", shares: true)
        #expect(try other.silently("other") != nil)
        #expect(try other.silently("wiki") == nil)
        // Under the name of the first organization's cookie.
        let (name, value) = (try #require(jar.shared?.name), try #require(other.shared?.value))
        other.cookies = [(name, value)]
        #expect(try other.silently("wiki") == nil)
        #expect(try other.silently("shop") == nil)
        // A login with it leaves the other organization's alone.
        try other.logIn("shop", shares: true)
        #expect(try scene.logins().count == 3)
        #expect(try jar.silently("wiki") != nil)
    }

    func planted() throws {
        let scene = try SharedLoginScene()
        var jar = try scene.sharing()
        let name = try #require(jar.shared?.name)
        jar.cookies.append((name, BearerToken.generate().text))
        #expect(try jar.silently("wiki") == nil)
        jar.cookies = [(name, BearerToken.generate().text)]
        #expect(try jar.silently("wiki") == nil)
        // A planted value does not stay: a login gives the browser a new one.
        let before = jar.cookies[0].value
        try jar.logIn("shop", shares: true)
        #expect(jar.shared?.value != before)
    }

    func secondPerson() throws {
        let scene = try SharedLoginScene()
        let mallory = try mallorysDevice(scene)
        for shares in [false, true] {
            var jar = try scene.sharing()
            #expect(try jar.silently("wiki") != nil)
            let (former, logouts) = (try #require(try scene.logins().first), try scene.logouts)
            try jar.logIn("shop", shares: shares, by: mallory)
            #expect(try !scene.logins().contains { $0.sessionID == former.sessionID })
            #expect(try scene.logouts == logouts + 2)
            #expect(try jar.silently("wiki") == nil, "mallory has confirmed nothing there")
            #expect((jar.shared != nil) == shares)
            #expect(try (jar.silently("shop") != nil) == shares)
        }
        #expect(try scene.count(of: .sharedLoginEnded) == 2)
    }

    func rememberedOfOther() throws {
        let scene = try SharedLoginScene(
            .sqlite,
            SharedLoginScene.declaration(wiki: "rememberedLogin: { minutes: 60 }"))
        var jar = SharedLoginScene.Jar(scene)
        let id = try jar.begin("wiki")
        _ = try jar.post("/login/\(id)/remember", [("remember", "yes")])
        try scene.confirm(id)
        _ = try jar.post("/login/\(id)/continue")
        #expect(try jar.silently("wiki") != nil)
        try jar.logIn("shop", shares: true, by: try mallorysDevice(scene))
        #expect(try jar.silently("wiki") == nil)
    }

    func otherConsent() throws {
        let scene = try SharedLoginScene()
        let mallory = try mallorysDevice(scene)
        var before = SharedLoginScene.Jar(scene)
        try before.logIn("wiki")
        var jar = SharedLoginScene.Jar(scene)
        try jar.logIn("shop", shares: true, by: mallory)
        #expect(try jar.silently("wiki") == nil)
    }

    /// Something that somebody who can write to the database changes, to gain a login.
    enum Tampering: CaseIterable {
        case account, activation, organization, end, factors, time, session, consentOfOther, consentText, part
    }

    func tampered(_ tampering: Tampering, _ engine: Engine) throws {
        let scene = try SharedLoginScene(engine)
        let mallory = try mallorysDevice(scene)
        // Mallory's browser is to become Ada's.
        var victim = try scene.sharing()
        #expect(try victim.silently("wiki") != nil)
        var thief = SharedLoginScene.Jar(scene)
        try thief.logIn("other", by: mallory)
        try thief.logIn("shop", shares: true, by: mallory)
        let value = try #require(thief.shared?.value)
        #expect(try thief.silently("wiki") == nil)
        let (row, other) = (
            try #require(try scene.logins(of: "mallory").first), try #require(try scene.logins().first)
        )
        let (ltd, wiki) = (try scene.service("other").organizationID, try scene.service("wiki").id)
        try scene.write { transaction in
            let id = row.sessionID
            switch tampering {
            case .account:
                try transaction.execute(
                    "UPDATE shared_login SET account_id = \(other.accountID) WHERE session_id = \(id)")
            case .activation:
                try transaction.execute(
                    """
                    UPDATE shared_login SET account_id = \(other.accountID), activation_id = \(other.activationID)
                    WHERE session_id = \(id)
                    """)
            case .organization:
                try transaction.execute(
                    "UPDATE shared_login SET organization_id = \(ltd) WHERE session_id = \(id)")
            case .end:
                try transaction.execute(
                    "UPDATE shared_login SET expires_at = expires_at + 1000 WHERE session_id = \(id)")
            case .factors:
                try transaction.execute(
                    "UPDATE shared_login SET factors = 'biometric device pin' WHERE session_id = \(id)")
            case .time:
                try transaction.execute(
                    """
                    UPDATE shared_login SET authenticated_at = authenticated_at + 7200000,
                        created_at = created_at + 7200000, last_used_at = last_used_at + 7200000
                    WHERE session_id = \(id)
                    """)
            case .session:
                // Another login of Ada's than the one that she shares.
                let consent = try #require(
                    try transaction.rememberedLogins.part(of: other.sessionID, at: wiki)?.shared
                ).consent
                try transaction.execute(
                    """
                    UPDATE shared_login SET account_id = \(other.accountID), activation_id = \(other.activationID),
                        session_id = \(consent)
                    WHERE session_id = \(id)
                    """)
            case .consentOfOther:
                try transaction.execute(
                    """
                    UPDATE evidence SET activation_id = \(mallory.activation)
                    WHERE activation_id = \(other.activationID) AND service_id = \(wiki)
                    """)
            case .consentText:
                try transaction.execute(
                    "UPDATE evidence SET service_id = \(wiki) WHERE session_id = \(id)")
            case .part:
                try transaction.execute(
                    """
                    UPDATE remembered_login SET shared_id = \(id)
                    WHERE account_id = \(other.accountID) AND service_id = \(wiki)
                    """)
            }
        }
        let name = SharedLoginCookie.base.cookie(for: ltd.text, of: scene.manager.issuer).name
        thief.cookies.append((name, value))
        #expect(try thief.silently("wiki") == nil)
        #expect(try thief.silently("other") == nil)
        if tampering == .time { scene.manager.clock.advance(seconds: 7200) }
        if [.account, .activation, .end, .factors, .time, .session].contains(tampering) {
            #expect(try thief.silently("shop") == nil)
        }
    }

    func unsigned() throws {
        let scene = try SharedLoginScene()
        var before = SharedLoginScene.Jar(scene)
        try before.logIn("wiki")
        var jar = SharedLoginScene.Jar(scene)
        let id = try jar.begin("shop")
        try scene.confirm(id)
        // Somebody who can write to the database adds the permission.
        let (shop, device) = (try scene.service("shop"), scene.ada.activation)
        let end = scene.manager.clock.now + 3600
        let content = SharedLoginPermission(organizationID: shop.organizationID, end: end).content
        try scene.write { transaction in
            try transaction.attributeReleases.prepare(
                Releases(
                    attributes: [],
                    additional: [
                        AdditionalRelease(
                            name: .sharedLogin,
                            disclosure: AttributeDisclosure(
                                salt: Array(repeating: 1, count: 16), name: "sharedLogin", value: content.value),
                            destinations: [])
                    ]), of: id, activation: device, expiresAt: end)
            try transaction.attributeReleases.confirm(id, keptUntil: end)
        }
        _ = try jar.post("/login/\(id)/continue")
        #expect(try jar.silently("wiki") == nil)
        #expect(try jar.silently("shop") == nil)
    }

    func tenCookies() throws {
        let scene = try SharedLoginScene()
        var jar = try scene.sharing()
        let shared = try #require(jar.shared)
        // The oldest is the shared one.
        let remembered = NamedCookies("xign-remembered-")
        func cookie(_ index: Int) -> (name: String, value: String) {
            (remembered.cookie(for: "service \(index)", of: scene.manager.issuer).name, "v\(index)")
        }
        jar.cookies = [shared] + (0..<8).map(cookie)
        try jar.logIn("other")
        #expect(jar.shared?.value == shared.value)
        jar.cookies += [8, 9].map(cookie)
        try jar.logIn("other")
        #expect(jar.shared == nil)
        #expect(try scene.logins().isEmpty)
    }

    /// A device of the second person, who may write at the wiki, too.
    func mallorysDevice(_ scene: SharedLoginScene) throws -> RawDevice {
        let (account, wiki) = (try scene.manager.account("mallory").id, try scene.service("wiki").id)
        try scene.write { transaction in
            let role = try #require(try transaction.services.roles(of: wiki).first)
            try transaction.services.assign(role: role.id, to: account)
        }
        return try RawDevice(scene.manager, user: "mallory")
    }
}
