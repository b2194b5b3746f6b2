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

/// The ends of shared logins: each alone, undone at once where it can be, and for good.
extension SharedLoginTests {
    static let endsTests: [TestCase<Self>] = [
        TestCase("it ends, and does not come back", ends, each: End.allCases, Engine.allCases),
        TestCase("a logout tells each website, ends codes and tokens, and leaves lasting accesses", told),
        TestCase("a logout reaches a website that was confirmed with the device in the same browser", confirmedApart),
        TestCase("a logout reaches the websites of a shared login that was confirmed again", confirmedAgain),
        TestCase("a logout of another browser's login asks first", foreignLogout),
        TestCase(
            "an account name that changes ends the part of its website, also if it changes back", renamed,
            each: Engine.allCases),
        TestCase("a completed recovery ends it", recovered, each: Engine.allCases),
        TestCase("a code that is presented twice ends it", reusedCode),
        TestCase("a restore of a backup ends it", restored, each: Engine.allCases),
        TestCase("the removal of the account leaves nothing of it", removed, each: Engine.allCases),
    ]

    enum End: CaseIterable {
        case logoutAtOne, logoutWithoutHint, logoutEverywhere, endOne, endAll, disowned, endedByAdministrator
        case lostMembership, revoked, lockedForASecond, lockedForGood, disabled, organizationOff
        // The part of the wiki alone.
        case disownedConsent, withdrawn, lostRole, serviceOff, serviceInactive

        var isOfPart: Bool {
            switch self {
            case .disownedConsent, .withdrawn, .lostRole, .serviceOff, .serviceInactive: true
            default: false
            }
        }
    }

    func ends(_ end: End, _ engine: Engine) async throws {
        let scene = try SharedLoginScene(engine)
        var jar = try scene.sharing()
        let wiki = try scene.tokens(try jar.silently("wiki"), at: "wiki")
        try await happen(end, in: scene, &jar, wiki)
        scene.manager.clock.advance(seconds: 2)
        #expect(try jar.silently("wiki") == nil)
        #expect(try (jar.silently("shop") != nil) == end.isOfPart)
        #expect(try scene.logins().isEmpty != end.isOfPart)
        let service = try scene.service("wiki").id
        #expect(try !scene.parts().contains { $0.login.serviceID == service })
        guard end != .lockedForGood && end != .revoked else { return }
        // Another confirmation begins another one.
        try jar.logIn("wiki", shares: true)
        #expect(try jar.silently("wiki") != nil)
    }

    private func happen(
        _ end: End, in scene: SharedLoginScene, _ jar: inout SharedLoginScene.Jar, _ wiki: JSONValue
    ) async throws {
        let (context, account) = (scene.manager.context, try scene.manager.account().id)
        let service = try scene.service("wiki")
        let (shared, now) = (try #require(try scene.logins().first), scene.manager.clock.now)
        let consent = try #require(try scene.parts().first { $0.login.serviceID == service.id }?.shared).consent
        let session = try scene.manager.openSession(of: scene.ada, at: .account)
        let device = scene.ada.activation
        switch end {
        case .logoutAtOne:
            let hint = try #require(wiki["id_token"]?.string)
            _ = try jar.get("/openid/logout?" + Provider.encoded([("id_token_hint", hint)]))
        case .logoutWithoutHint: _ = try jar.post("/openid/logout/confirmed", [("client_id", service.id.text)])
        case .logoutEverywhere: _ = try jar.post("/openid/logout/confirmed")
        case .endOne: #expect(try await EndSharedLogins(context)(shared.sessionID, in: session))
        case .endAll: #expect(try await EndSharedLogins(context)(nil, in: session))
        case .disowned: #expect(try await DisownLogin(context)(shared.sessionID, in: session)?.isFirst == true)
        case .disownedConsent: #expect(try await DisownLogin(context)(consent, in: session)?.isFirst == true)
        case .endedByAdministrator:
            let shop = try scene.service("shop").id
            try scene.write { try $0.endLogin(shared.sessionID, of: account, at: shop) }
        case .withdrawn: #expect(try await WithdrawWebsite(context)(service.id, in: session) == .withdrawn)
        case .lostMembership:
            try scene.write { transaction in
                try transaction.organizations.remove(account: account, from: service.organizationID)
                try transaction.organizations.add(account: account, to: service.organizationID)
                try transaction.groups.add(account, to: "staff", in: service.organizationID)
            }
        case .lostRole:
            try scene.write { transaction in
                let role = try #require(try transaction.services.roles(of: service.id).first)
                try transaction.services.withdraw(role: role.id, from: account)
                try transaction.services.assign(role: role.id, to: account)
            }
        case .revoked: try scene.write { _ = try $0.activations.revoke(device) }
        case .lockedForASecond, .lockedForGood:
            var lockout = LockoutState.none
            lockout.pinFailures = 1
            lockout.lockedUntil = now + 1
            lockout.isPermanent = end == .lockedForGood
            try scene.write { [lockout] transaction in
                try transaction.activations.save(lockout: lockout, of: device)
                guard end == .lockedForASecond else { return }
                try transaction.activations.save(lockout: .none, of: device)
            }
        case .disabled:
            try scene.write { transaction in
                try transaction.accounts.setActive(false, account: account)
                try transaction.accounts.setActive(true, account: account)
            }
        case .organizationOff:
            try SharedLoginScene.apply(SharedLoginScene.declaration(shared: nil), to: scene.manager)
            try SharedLoginScene.apply(SharedLoginScene.declaration(), to: scene.manager)
        case .serviceOff, .serviceInactive:
            let wiki = end == .serviceOff ? "pkce: required" : "active: false"
            try SharedLoginScene.apply(SharedLoginScene.declaration(wiki: wiki), to: scene.manager)
            try SharedLoginScene.apply(SharedLoginScene.declaration(), to: scene.manager)
        }
    }

    // MARK: Logout

    func told() throws {
        let scene = try SharedLoginScene()
        var jar = try scene.sharing()
        var offline = SharedLoginScene.Jar(scene)
        let lasting = try scene.tokens(
            try offline.logIn("shop", shares: true, ["scope": "openid offline_access"]), at: "shop")
        #expect(lasting["refresh_token"]?.string != nil)
        let wiki = try scene.tokens(try offline.silently("wiki"), at: "wiki")
        let code = try #require(try offline.silently("wiki"))
        let hint = try #require(wiki["id_token"]?.string)
        _ = try offline.get("/openid/logout?" + Provider.encoded([("id_token_hint", hint)]))
        #expect(try scene.logouts == 2)
        #expect(try scene.userInfo(wiki).status == .unauthorized)
        #expect(try scene.redeem(code, at: "wiki").status == .badRequest)
        #expect(offline.shared == nil)
        #expect(try scene.count(of: .sharedLoginEnded) == 1)
        #expect(try scene.count(of: .rememberedLoginEnded) == 0)
        let account = try scene.manager.account().id
        #expect(try scene.manager.context.database.read { try $0.refreshTokens.all(of: account) }.count == 1)
        // The other browser goes on.
        #expect(try jar.silently("wiki") != nil)
    }

    func foreignLogout() throws {
        let scene = try SharedLoginScene()
        var jar = try scene.sharing()
        _ = try jar.silently("wiki")
        var mallory = SharedLoginScene.Jar(scene)
        let code = try mallory.logIn("wiki", by: try mallorysDevice(scene))
        let hint = try #require(try scene.tokens(code, at: "wiki")["id_token"]?.string)
        let target = "/openid/logout?" + Provider.encoded([("id_token_hint", hint)])
        // A link in a mail, with an ID token of its sender.
        for name in ["wiki", "shop"] {
            let page = try jar.get(target)
            #expect(page.status == .ok && page["Set-Cookie"] == nil, "\(name)")
            #expect(try jar.silently(name) != nil)
        }
        // Before the first use at the wiki, too.
        var other = SharedLoginScene.Jar(scene)
        try other.logIn("shop", shares: true)
        #expect(try other.get(target)["Set-Cookie"] == nil)
        #expect(try other.silently("shop") != nil)
    }

    func confirmedApart() throws {
        let scene = try SharedLoginScene()
        var jar = SharedLoginScene.Jar(scene)
        let shop = try scene.tokens(try jar.logIn("shop", shares: true), at: "shop")
        let wiki = try scene.tokens(try jar.logIn("wiki"), at: "wiki")
        #expect(try scene.parts().count == 2)
        let hint = try #require(shop["id_token"]?.string)
        _ = try jar.get("/openid/logout?" + Provider.encoded([("id_token_hint", hint)]))
        #expect(try scene.logouts == 2)
        #expect(try scene.userInfo(wiki).status == .unauthorized)
    }

    func confirmedAgain() throws {
        let scene = try SharedLoginScene()
        var jar = try scene.sharing()
        let wiki = try scene.tokens(try jar.silently("wiki"), at: "wiki")
        let shop = try scene.tokens(try jar.logIn("shop", shares: true), at: "shop")
        #expect(try scene.logins().count == 1)
        #expect(try scene.parts().count == 2)
        let hint = try #require(shop["id_token"]?.string)
        _ = try jar.get("/openid/logout?" + Provider.encoded([("id_token_hint", hint)]))
        #expect(try scene.logouts == 2)
        #expect(try scene.userInfo(wiki).status == .unauthorized)
    }

    // MARK: Others

    func renamed(_ engine: Engine) throws {
        let scene = try SharedLoginScene(
            engine,
            SharedLoginScene.declaration(wiki: "sharedLogin: true\n        accountName: preferred_username"))
        func name(_ text: String) throws {
            let isChanged = try scene.manager.context.setAccountName(
                text, user: TestManager.userName, at: "wiki", by: TestManager.operatorName)
            #expect(isChanged)
        }
        try name("ada.l")
        var jar = try scene.sharing()
        let wiki = try scene.tokens(try jar.silently("wiki"), at: "wiki")
        try name("ada.lovelace")
        #expect(try scene.userInfo(wiki).status == .unauthorized)
        let shop = try scene.service("shop").id
        #expect(try scene.parts().map(\.login.serviceID) == [shop])
        #expect(try jar.silently("wiki") == nil)
        try name("ada.l")
        #expect(try jar.silently("wiki") == nil)
        #expect(try jar.silently("shop") != nil)
        try jar.logIn("wiki")
        #expect(try jar.silently("wiki") != nil)
    }

    func recovered(_ engine: Engine) async throws {
        let scene = try await RecoveryScene(engine)
        let (account, service, now) = (try scene.account, try scene.manager.service, scene.manager.clock.now)
        let device = scene.phone.activation
        try await scene.context.database.write { transaction in
            try transaction.sharedLogins.insert(
                SharedLogin(
                    sessionID: .random(), organizationID: service.organizationID, accountID: account,
                    activationID: device, factors: [.device, .pin], authenticatedAt: now,
                    cookie: PersistentCookie(
                        hash: BearerToken.generate().hash, browser: .unknown, createdAt: now,
                        expiresAt: now + 40 * 86_400)))
        }
        let issued = try await scene.issued()
        #expect(try scene.context.database.read { try $0.sharedLogins.all(of: account) }.count == 1)
        try scene.connect(issued)
        #expect(try scene.context.database.read { try $0.sharedLogins.all(of: account) }.isEmpty)
    }

    func reusedCode() throws {
        let scene = try SharedLoginScene()
        var jar = try scene.sharing()
        let code = try #require(try jar.silently("wiki"))
        #expect(try scene.redeem(code, at: "wiki").status == .ok)
        #expect(try scene.redeem(code, at: "wiki").status == .badRequest)
        #expect(try jar.silently("shop") == nil)
        #expect(try scene.logins().isEmpty)
        #expect(try scene.logouts == 2)
        #expect(try scene.count(of: .sharedLoginEnded) == 1)
    }

    func restored(_ engine: Engine) throws {
        let scene = try SharedLoginScene(engine)
        var jar = try scene.sharing()
        _ = try jar.silently("wiki")
        let ended = try scene.manager.context.database.write { try $0.restoration.endAll() }
        #expect(ended.rememberedLogins == 1)
        #expect(try scene.parts().isEmpty)
        #expect(try jar.silently("wiki") == nil)
        // Later withdrawals are unknown: each website asks once.
        try jar.logIn("shop", shares: true)
        #expect(try jar.silently("wiki") == nil)
    }

    func removed(_ engine: Engine) throws {
        let scene = try SharedLoginScene(engine)
        var jar = try scene.sharing()
        _ = try jar.silently("wiki")
        let account = try scene.manager.account().id
        try scene.write { try $0.accounts.remove(account) }
        let left = try scene.manager.context.database.read {
            (try $0.sharedLogins.all(of: account), try $0.rememberedLogins.all(of: account))
        }
        #expect(left.0.isEmpty && left.1.isEmpty)
        #expect(try jar.silently("wiki") == nil)
    }
}
