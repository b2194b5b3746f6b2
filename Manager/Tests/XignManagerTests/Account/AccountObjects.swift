import Testing
import XignDomain
import XignHTTP
import XignProtocol

@testable import XignStorage
@testable import XignUseCases

/// One object of each kind that the addresses of the account pages name, all of one person.
struct AccountObjects {
    private(set) var device = ActivationID.random()
    /// A device that waits for its activation.
    private(set) var pending = ActivationID.random()
    private(set) var value = Base64URL.encode(Array(repeating: 7, count: 16))
    private(set) var website = "invented"
    private(set) var login = SessionID.random()
    private(set) var remembered = SessionID.random()
    private(set) var shared = SessionID.random()
    private(set) var session = BrowserSessionID.random()

    /// Invents the ids of objects that do not exist.
    init() {}

    /// Makes the objects of a person, who logs in at the website.
    init(of user: String, with phone: RawDevice, at manager: TestManager) throws {
        device = phone.activation
        let browser = try TestBrowser(manager)
        login = try browser.session
        _ = try phone.finish(try phone.prepare(browser))
        _ = try browser.redeem(try #require(try browser.proceed()["code"]))
        session = try manager.openSession(of: phone, at: .account).id
        try manager.store(.email, "\(user)@example.org", alias: "Work", user: user)
        let account = try manager.account(user).id
        value = try #require(try ListOwnData(manager.context)(account).first).id
        let service = try manager.service
        website = service.id.text
        let now = manager.clock.now
        try manager.context.database.write { [pending, remembered, shared] transaction in
            try transaction.activations.insert(
                Activation(
                    id: pending, accountID: account, state: .pending, kind: .additional, pinOrigin: .assigned,
                    secretHash: BearerHash(bytes: [1]), createdAt: now, expiresAt: now + 600, personalizedAt: nil,
                    wrongPINs: 0, alias: "", lockout: .none),
                pinProofHash: BearerHash(bytes: [2]))
            let role = try #require(try transaction.services.roles(of: service.id).first { $0.name == "user" })
            let subject = try transaction.services.addMappingID(MappingID("of \(user)"), of: account, at: service.id)
            try transaction.rememberedLogins.insert(
                RememberedLogin(
                    login: ConfirmedLogin(
                        sessionID: remembered, serviceID: service.id, accountID: account,
                        activationID: phone.activation, mappingID: subject, roleName: role.name,
                        factors: [.device, .pin], authenticatedAt: now),
                    roleID: role.id,
                    cookie: PersistentCookie(
                        hash: BearerToken.generate().hash, browser: .unknown, createdAt: now, expiresAt: now + 3600),
                    data: .init(origin: "https://website.example", scope: ["openid"], claims: .none),
                    policyVersion: service.policyVersion))
            try transaction.sharedLogins.insert(
                SharedLogin(
                    sessionID: shared, organizationID: service.organizationID, accountID: account,
                    activationID: phone.activation, factors: [.device, .pin], authenticatedAt: now,
                    cookie: PersistentCookie(
                        hash: BearerToken.generate().hash, browser: .unknown, createdAt: now, expiresAt: now + 3600)))
        }
    }

    /// The address of a route, on these objects.
    func path(_ pattern: String) -> String {
        let isOfPending = pattern.hasSuffix("/connected") || pattern.hasSuffix("/cancel")
        let ofLogin = pattern.contains("/remembered/") ? remembered : pattern.contains("/shared/") ? shared : login
        return
            pattern
            .replacing("{device}", with: "\(isOfPending ? pending : device)")
            .replacing("{value}", with: value)
            .replacing("{attribute}", with: "givenName")
            .replacing("{service}", with: website)
            .replacing("{login}", with: "\(ofLogin)")
            .replacing("{session}", with: "\(session)")
    }
}

extension TestManager {
    /// The patterns of the account pages, or of their forms.
    func accountPatterns(_ method: XignHTTP.Method) -> [String] {
        let prefix = "\(method.rawValue) "
        return routes(below: "/account").filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
            .sorted()
    }
}
