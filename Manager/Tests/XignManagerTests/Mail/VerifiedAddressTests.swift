import DatabaseFixture
import Logging
import Testing
import XignAdmission
import XignDomain
import XignHTTP
import XignProtocol

@testable import XignServer
@testable import XignStorage
@testable import XignUseCases
@testable import XignWeb

struct VerifiedAddressTests {
    @Test("Addresses that were verified", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("devices and the other verified addresses are told, and not the new one", told),
        TestCase("an address that another account has verified first is verified, and told, all the same", shared),
        TestCase("a device removes a verified address, which is told as well", removal, each: Engine.allCases),
        TestCase("a new device removes no verified address, and none is removed that was changed", protected),
        TestCase("twenty other notices do not hide that an address was removed", notHidden),
        TestCase(
            "a service takes addresses that were verified by code, unless it demands an operator", services,
            each: Engine.allCases),
        TestCase("the export says who has verified a value, and is applied as it is", export),
    ]

    func told() throws {
        var scene = try AddressScene()
        try scene.manager.store(.email, "old@example.org", alias: "old", isVerified: true)
        let page = try scene.add("new@example.org")
        _ = try scene.type(try scene.code(on: page), on: page)
        let notices = try scene.manager.mailedNotices().filter { $0.kind == "addressChanged" }
        #expect(notices.map(\.to) == ["old@example.org"])
        let account = try scene.manager.account().id
        let told = try scene.manager.context.database.read {
            try $0.notices.list(for: account, after: 0, except: scene.phone.activation)
        }
        #expect(told.contains { $0.kind == "addressChanged" })
    }

    func shared() throws {
        var scene = try AddressScene()
        func told() throws -> Set<String> {
            let now = scene.manager.clock.now
            _ = try scene.manager.mails()
            try scene.manager.context.database.write { transaction in
                for name in ["ada", "mallory"] {
                    let account = try #require(try transaction.accounts.find(name: name))
                    try transaction.notices.append(NoticeEvent(.pinChanged, at: now, accountID: account.id))
                }
            }
            return Set(try scene.manager.mailedNotices().map { "\($0.user) \($0.to)" })
        }
        var first = try scene.manager.store(.email, "ada@example.org", alias: "m", user: "mallory")
        first.verification = .code
        try scene.manager.replace(first)
        let page = try scene.add()
        #expect(try told() == ["mallory ada@example.org"])
        #expect(try scene.type(try scene.code(on: page), on: page)["Location"]?.hasSuffix("addressVerified") == true)
        #expect(try scene.verification() == .code)
        #expect(try told() == ["ada ada@example.org", "mallory ada@example.org"])
    }

    func removal(_ engine: Engine) async throws {
        let scene = try AddressScene(engine)
        let value = try scene.manager.store(.email, "old@example.org", alias: "old", isVerified: true)
        try scene.manager.store(.email, "other@example.org", alias: "other", isVerified: true)
        let browser = try await LoggedIn(scene.manager, with: scene.phone)
        _ = try scene.manager.mails()
        #expect(
            try await browser.act(.removeAddress(value: Octets(value.id)), by: scene.phone).name == "addressRemoved")
        let left = try scene.manager.values(.email)
        #expect(left.map(\.text) == ["other@example.org"])
        #expect(left.first?.isPrimary == true)
        #expect(Set(try scene.manager.mailedNotices().map(\.to)) == ["old@example.org", "other@example.org"])
        #expect(try scene.manager.events(.addressRemoved).count == 1)
        #expect(try await browser.ask(.removeAddress(value: Octets(value.id)), seen: value.shownDigest).1 == .changed)
    }

    func protected() async throws {
        let scene = try AddressScene()
        let tablet = try scene.phone.issue().personalize(alias: "tablet")
        let value = try scene.manager.store(.email, "old@example.org", alias: "old", isVerified: true)
        let act = OwnAct.removeAddress(value: Octets(value.id))
        let browser = try await LoggedIn(scene.manager, with: scene.phone)
        let prepared = try tablet.prepare(try await browser.request(act))
        #expect(throws: ProtocolError.self) { try tablet.finish(prepared) }
        let id = try await browser.confirmed(act, by: scene.phone)
        var renamed = value
        renamed.alias = "other"
        try scene.manager.replace(renamed)
        #expect(try await browser.perform(id).name == "changed")
        let foreign = try scene.manager.store(.email, "m@example.org", alias: "m", isVerified: true, user: "mallory")
        let asked = try await browser.ask(.removeAddress(value: Octets(foreign.id)), seen: foreign.shownDigest).1
        #expect(asked == .changed)
        #expect(try scene.manager.values(.email).count == 1)
    }

    func notHidden() async throws {
        let scene = try AddressScene()
        let value = try scene.manager.store(.email, "old@example.org", alias: "old", isVerified: true)
        let (account, now) = (try scene.manager.account().id, scene.manager.clock.now)
        try await scene.manager.context.database.write { transaction in
            for _ in 1...30 {
                try transaction.notices.append(NoticeEvent(.activationRenamed, at: now, accountID: account))
            }
        }
        _ = try scene.manager.mails()
        let browser = try await LoggedIn(scene.manager, with: scene.phone)
        _ = try await browser.act(.removeAddress(value: Octets(value.id)), by: scene.phone)
        let notices = try scene.manager.mailedNotices()
        #expect(notices.map(\.kind) == ["addressChanged"])
        #expect(notices.map(\.isOneTooMany) == [false])
    }

    func services(_ engine: Engine) throws {
        let manager = try TestManager(engine, sendsMail: true)
        var value = try manager.store(.email, "ada@example.org", alias: "home")
        value.verification = .code
        try manager.replace(value)
        let phone = try RawDevice(manager)
        try manager.ask(for: .required(.email, verified: true))
        let browser = try TestBrowser(manager)
        let started = try phone.claim(try browser.session)
        #expect(started.attributes["email"]?.isMissing == false)
        #expect(try manager.context.demandsOfVerifiedMail().count == 1)
        try manager.ask(for: ServiceAttribute(name: .email, isRequired: true, verification: .byOperator))
        #expect(try manager.context.demandsOfVerifiedMail().isEmpty)
        let other = try TestBrowser(manager)
        #expect(try phone.claim(try other.session).attributes["email"]?.isMissing == true)
    }

    func export() throws {
        let manager = try TestManager(sendsMail: true)
        var value = try manager.store(.email, "ada@example.org", alias: "home")
        value.verification = .code
        try manager.replace(value)
        let exported = try ExportDeclaration(manager.context)(.attributes).serialized
        #expect(String(decoding: exported, as: UTF8.self).contains("\"verified\":\"code\""))
        #expect(try manager.values(.email).first?.verification == .code)
        func apply(verified: String) throws {
            let email = "{ value: ada@example.org, verified: \(verified) }"
            _ = try Apply(manager.context)(Array("users: [{ name: ada, attributes: { email: \(email) } }]".utf8))
        }
        try apply(verified: "code")
        #expect(try manager.values(.email).first?.verification == .code)
        try apply(verified: "true")
        #expect(try manager.values(.email).first?.verification == .operator)
    }
}
