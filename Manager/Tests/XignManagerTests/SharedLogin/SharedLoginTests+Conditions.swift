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

/// The conditions under which a website is answered without the device. Each of them is false alone.
extension SharedLoginTests {
    static let conditions: [TestCase<Self>] = [
        TestCase("(a) it is over with its minutes, from the begin on", minutes),
        TestCase("(a) its rest counts over all websites", rest),
        TestCase("(a) shorter terms hold at once", shorterTerms),
        TestCase("(a) one from a clock that was fast is over", clockSetBack),
        TestCase("(b) a website that lets no opened code in is not opened by one that does", relays),
        TestCase("(b) rights of the person at the website are looked at", rights, each: Engine.allCases),
        TestCase("(c) a consent of more than 90 days asks", oldConsent),
        TestCase("(c) a consent to another policy asks", otherPolicy),
        TestCase("(c) another origin of the website asks", otherOrigin),
        TestCase("(c) a value that was not confirmed asks, also one that was left out", furtherValues),
        TestCase("(c) an optional value that the person does not have is no question", noValue),
        TestCase("(d) a role that names channels wants the device each time", channels),
        TestCase("(d) a role that wants another factor asks", moreFactors),
        TestCase("(d) fewer factors are part of those that signed", fewerFactors),
        TestCase("(e) a value that has changed asks", changedValue, each: ValueChange.allCases),
        TestCase(
            "(f) the device is asked for by every demand that the confirmation does not meet", demands,
            each: [
                ["prompt": "login"], ["prompt": "consent"], ["prompt": "select_account"], ["max_age": "0"],
                ["max_age": "99"], ["acr_values": "urn:xign:acr:device"],
                ["scope": "openid offline_access", "prompt": nil],
            ] as [[String: String?]]),
        TestCase("(f) a website that demands another person gets nobody", hint),
    ]

    // MARK: (a) Time

    func minutes() throws {
        let scene = try SharedLoginScene(
            .sqlite, SharedLoginScene.declaration(shared: "{ minutes: 60, idleMinutes: 60 }"))
        var jar = try scene.sharing()
        scene.manager.clock.advance(seconds: 3590)
        #expect(try jar.silently("wiki") != nil)
        scene.manager.clock.advance(seconds: 11)
        #expect(try jar.silently("wiki") == nil)
    }

    func rest() throws {
        let scene = try SharedLoginScene()
        var jar = try scene.sharing()
        for name in ["wiki", "shop", "wiki"] {
            scene.manager.clock.advance(seconds: 100 * 60)
            #expect(try jar.silently(name) != nil)
        }
        scene.manager.clock.advance(seconds: SharedLoginScene.idleMinutes * 60)
        #expect(try jar.silently("wiki") == nil)
    }

    func shorterTerms() throws {
        let scene = try SharedLoginScene()
        var jar = try scene.sharing()
        scene.manager.clock.advance(seconds: 600)
        try SharedLoginScene.apply(
            SharedLoginScene.declaration(shared: "{ minutes: 600, idleMinutes: 10 }"), to: scene.manager)
        #expect(try jar.silently("wiki") == nil)
    }

    func clockSetBack() throws {
        let scene = try SharedLoginScene()
        _ = try scene.sharing()
        let (shared, now) = (try #require(try scene.logins().first), scene.manager.clock.now)
        let terms = RepeatedLoginTerms(minutes: SharedLoginScene.minutes, idleMinutes: SharedLoginScene.idleMinutes)
        #expect(shared.isOpen(at: now, under: terms))
        #expect(shared.isOpen(at: now - 60, under: terms))
        #expect(!shared.isOpen(at: now - 61, under: terms))
    }

    // MARK: (b) Rights

    func relays() throws {
        let scene = try SharedLoginScene()
        var jar = try scene.sharing()
        let shop = try scene.service("shop").id
        try scene.write { transaction in
            var service = try #require(try transaction.services.find(id: shop))
            service.openedQRCodes = .allow
            try transaction.services.save(service)
        }
        #expect(try jar.silently("wiki") == nil)
        #expect(try jar.silently("shop") != nil)
    }

    func rights(_ engine: Engine) throws {
        let scene = try SharedLoginScene(engine)
        var jar = try scene.sharing()
        #expect(try jar.silently("wiki") != nil)
        let (account, wiki) = (try scene.manager.account().id, try scene.service("wiki"))
        // The rows stay, as if an end were missing.
        try scene.write {
            try $0.execute("DELETE FROM role_assignment WHERE account_id = \(account)")
        }
        #expect(try jar.silently("wiki") == nil)
        #expect(try jar.silently("shop") != nil)
        try scene.write { transaction in
            for table: SQL.Fragment in ["group_member", "membership"] {
                try transaction.execute(
                    "DELETE FROM \(table) WHERE account_id = \(account) AND organization_id = \(wiki.organizationID)")
            }
        }
        #expect(try jar.silently("shop") == nil)
    }

    // MARK: (c) Consent

    func oldConsent() throws {
        let scene = try SharedLoginScene()
        var before = SharedLoginScene.Jar(scene)
        try before.logIn("wiki")
        let day: Int64 = 86_400
        scene.manager.clock.advance(seconds: 90 * day - 60)
        _ = try RotateEncryptionKeys(scene.manager.context)()
        var jar = SharedLoginScene.Jar(scene)
        try jar.logIn("shop", shares: true)
        #expect(try jar.silently("wiki") != nil)
        scene.manager.clock.advance(seconds: 61)
        #expect(try jar.silently("wiki") == nil)
        #expect(try jar.silently("shop") != nil)
    }

    func otherPolicy() throws {
        let scene = try SharedLoginScene()
        var jar = try scene.sharing()
        #expect(try jar.silently("wiki") != nil)
        try scene.write { try $0.services.raisePolicyVersions() }
        #expect(try jar.silently("wiki") == nil)
    }

    func otherOrigin() throws {
        let scene = try SharedLoginScene()
        var jar = try scene.sharing()
        #expect(try jar.silently("wiki", ["redirect_uri": "https://other.wiki.example/callback"]) == nil)
        #expect(try jar.silently("wiki") != nil)
    }

    func furtherValues() throws {
        let scene = try SharedLoginScene()
        try scene.manager.store(.nickname, "ada", alias: "nick")
        for (name, value) in [
            ("scope", "openid email groups profile"), ("claims", #"{"userinfo":{"nickname":null}}"#),
        ] {
            var jar = try scene.sharing()
            #expect(try jar.silently("wiki", [name: value]) == nil, "\(name)")
        }
        for left in ["email", "Groups"] {
            var jar = SharedLoginScene.Jar(scene)
            try jar.logIn("wiki", shares: true, without: [left])
            #expect(try jar.silently("wiki") == nil, "\(left)")
        }
    }

    func noValue() throws {
        let scene = try SharedLoginScene()
        let scope = "openid email groups profile"
        var before = SharedLoginScene.Jar(scene)
        try before.logIn("wiki", ["scope": scope])
        var jar = SharedLoginScene.Jar(scene)
        try jar.logIn("shop", shares: true)
        let tokens = try scene.tokens(try jar.silently("wiki", ["scope": scope]), at: "wiki")
        #expect(try scene.userInfo(tokens).json["nickname"] == nil)
        // A value of later is one that was not confirmed.
        try scene.manager.store(.nickname, "ada", alias: "nick")
        #expect(try jar.silently("wiki", ["scope": scope]) == nil)
    }

    // MARK: (d) Roles

    func channels() throws {
        let scene = try SharedLoginScene()
        var jar = try scene.sharing()
        let wiki = try scene.service("wiki").id
        try scene.write { transaction in
            var role = try #require(try transaction.services.roles(of: wiki).first)
            role.channels = [.crossDevice, .sameDevice]
            try transaction.services.save(role)
        }
        #expect(try jar.silently("wiki") == nil)
        #expect(try jar.silently("shop") != nil)
        // It begins none, either.
        var other = SharedLoginScene.Jar(scene)
        try other.logIn("wiki", shares: true)
        #expect(other.shared == nil)
    }

    func moreFactors() throws {
        let scene = try SharedLoginScene()
        _ = try scene.sharing()
        let (shared, wiki) = (try #require(try scene.logins().first), try scene.service("wiki").id)
        let (role, policy) = try scene.manager.context.database.read {
            (try $0.services.roles(of: wiki).first, try $0.declared.policy())
        }
        let (editor, device) = (try #require(role), try #require(try scene.manager.activation(of: scene.ada)))
        #expect(shared.isEnough(for: editor, of: policy, from: device))
        let weaker = SharedLogin(
            sessionID: shared.sessionID, organizationID: shared.organizationID, accountID: shared.accountID,
            activationID: shared.activationID, factors: [.device], authenticatedAt: shared.authenticatedAt,
            cookie: shared.cookie)
        #expect(!weaker.isEnough(for: editor, of: policy, from: device))
    }

    func fewerFactors() throws {
        let scene = try SharedLoginScene()
        var jar = try scene.sharing()
        let wiki = try scene.service("wiki").id
        try scene.write { transaction in
            var role = try #require(try transaction.services.roles(of: wiki).first)
            role.alternatives = [[.biometric, .device], [.device]]
            try transaction.services.save(role)
        }
        let claims = try scene.claims(try jar.silently("wiki"), at: "wiki")
        #expect(claims["acr"]?.string == "urn:xign:acr:multi-factor")
    }

    // MARK: (e) Values

    enum ValueChange: CaseIterable {
        case otherText, otherVerification, removed, furtherGroup, lostGroup

        func happen(in scene: SharedLoginScene) throws {
            var email = try #require(try scene.manager.values(.email).first)
            switch self {
            case .otherText:
                try scene.manager.remove(email)
                try scene.manager.store(.email, "augusta@example.org", alias: "work", isVerified: true)
            case .otherVerification:
                email.verification = nil
                try scene.manager.replace(email)
            case .removed: try scene.manager.remove(email)
            case .furtherGroup, .lostGroup:
                let (account, wiki) = (email.accountID, try scene.service("wiki"))
                try scene.write { [self] transaction in
                    if self == .lostGroup {
                        try transaction.groups.remove(account, from: "staff", in: wiki.organizationID)
                        try transaction.groups.add(account, to: "ops", in: wiki.organizationID)
                    } else {
                        try transaction.groups.add(account, to: "ops", in: wiki.organizationID)
                    }
                }
            }
        }
    }

    func changedValue(_ change: ValueChange) throws {
        let scene = try SharedLoginScene()
        var jar = try scene.sharing()
        #expect(try jar.silently("wiki") != nil)
        try change.happen(in: scene)
        #expect(try jar.silently("wiki") == nil)
        #expect(try jar.silently("shop") != nil)
        // A login with the device confirms what it is now.
        try jar.logIn("wiki")
        #expect(try jar.silently("wiki") != nil)
    }

    // MARK: (f) Demands

    func demands(_ changes: [String: String?]) throws {
        let scene = try SharedLoginScene()
        var jar = try scene.sharing()
        scene.manager.clock.advance(seconds: 99)
        // The shop alone may have a lasting access.
        let name = changes["scope"] == nil ? "wiki" : "shop"
        let answer = try jar.open(name, ["prompt": "none"].merging(changes) { $1 })
        #expect(answer["Location"]?.contains("code=") == false)
        #expect(try jar.silently("wiki", ["max_age": "100"]) != nil)
    }

    func hint() throws {
        let scene = try SharedLoginScene()
        var mallory = SharedLoginScene.Jar(scene)
        let code = try mallory.logIn("wiki", by: try mallorysDevice(scene))
        let token = try #require(try scene.tokens(code, at: "wiki")["id_token"]?.string)
        var jar = try scene.sharing()
        #expect(try jar.silently("wiki", ["id_token_hint": token]) == nil)
        #expect(try jar.silently("wiki") != nil)
    }
}
