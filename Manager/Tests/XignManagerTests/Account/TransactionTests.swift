import DatabaseFixture
import Foundation
import Testing
import XignCrypto
import XignDomain
import XignProtocol
import XignStorage

@testable import XignDeviceAPI
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

/// Acts that a person asks for in a browser and confirms on a device.
struct TransactionTests {
    @Test("Confirmed acts", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "A lost device is removed by another one, whose signature is the evidence", removal, each: Engine.allCases),
        TestCase("A device removes itself while another one stays", ownRemoval),
        TestCase("An activation that waits is removed too", pendingRemoval),
        TestCase("Another device is connected by a link and a PIN, once", connection, each: Engine.allCases),
        TestCase("An activation of a page expires after ten minutes, and becomes void with its issuer", connectionEnds),
        TestCase("A device is locked for good, and stays in the list", lock, each: Engine.allCases),
        TestCase("An account is deleted with all that is its own", deletion, each: Engine.allCases),
        TestCase(
            "An export has all that the manager knows about the person, and no key", export, each: Engine.allCases),
        TestCase("An account is exported three times a day", exportLimit),
        TestCase("The text of an act is nowhere readable in the database", stolenDatabase),
    ]

    private func manager(_ engine: Engine = .sqlite) throws -> (TestManager, phone: RawDevice, tablet: RawDevice) {
        let manager = try TestManager(engine)
        let phone = try RawDevice(manager)
        return (manager, phone, try phone.issue().personalize(alias: "tablet"))
    }

    func removal(_ engine: Engine) async throws {
        let (manager, phone, lost) = try manager(engine)
        let browser = try await LoggedIn(manager, with: phone)
        let lostBrowser = try await LoggedIn(manager, with: lost)
        let act = OwnAct.removeDevice(lost.activation)
        let text = try browser.text(act).0
        let id = try await browser.request(act)

        // Device, statement and evidence contain the same text.
        let started = try phone.claim(id)
        #expect(started.subject == .transaction(text))
        #expect(started.service.id == "xign.account")
        let prepared = try phone.prepare(id, started)
        #expect(try ConsentStatement(parsing: prepared.statement).subject == .transaction(text))
        _ = try phone.finish(prepared)
        let evidence = try manager.context.database.read { try $0.evidence.record(of: id)?.consent?.payload }
        #expect(evidence == prepared.statement)

        // Nothing is done before the browser asks.
        #expect(try manager.activation(of: lost)?.state == .active)
        #expect(try await browser.perform(id).name == "deviceRemoved")
        #expect(try manager.activation(of: lost)?.state == .revoked)
        #expect(try await lostBrowser.found() == nil)
        #expect(try await browser.found() != nil)
        expectRefusal(.activationUnknown) { try lost.begin(.changePin) }
        let event = try #require(try manager.events(.activationRevoked).first)
        #expect(event.activationID == lost.activation)
        #expect(event.sessionID == id)
        #expect(event.detail == "by activation \(phone.activation)")
        #expect(try manager.snapshot(id)?.phase.name == .collected)
    }

    func ownRemoval() async throws {
        let (manager, phone, tablet) = try manager()
        let browser = try await LoggedIn(manager, with: tablet)
        #expect(try await browser.act(.removeDevice(tablet.activation), by: tablet).name == "deviceRemoved")
        #expect(try manager.activation(of: tablet)?.state == .revoked)
        #expect(try await browser.found() == nil)
        #expect(try manager.activation(of: phone)?.state == .active)
    }

    func pendingRemoval() async throws {
        let (manager, phone, _) = try manager()
        let pending = try phone.issue()
        let browser = try await LoggedIn(manager, with: phone)
        #expect(try await browser.act(.removeDevice(pending.id), by: phone).name == "deviceRemoved")
        #expect(try manager.activation(pending.id)?.state == .void)
    }

    func connection(_ engine: Engine) async throws {
        let (manager, phone, _) = try manager(engine)
        let browser = try await LoggedIn(manager, with: phone)
        let id = try await browser.confirmed(.connectDevice(alias: "laptop"), by: phone)
        guard case .deviceConnected(let connected) = try await browser.perform(id) else {
            Issue.record("not connected")
            return
        }
        #expect(connected.pin.count == 8)
        #expect(connected.expiresAt == manager.clock.now + 600)
        let issued = try #require(try manager.activation(connected.activationID))
        #expect(issued.alias == "laptop")
        #expect(issued.issuedBy == phone.activation)
        #expect(try manager.events(.activationIssued).contains { $0.sessionID == id })
        #expect(try await browser.perform(id).name == "over")

        let activation = try RawActivation(manager, link: connected.link)
        let opened = try #require(try activation.open(pin: connected.pin.text).personalize)
        // The browser has shown the PIN: the person chooses another one.
        #expect(opened.newPinRequired)
        let device = activation.device()
        _ = try device.enrol(with: opened.openToken, challenge: opened.challenge.bytes, alias: "laptop")
        #expect(try manager.activation(of: device)?.state == .active)
        #expect(try manager.activation(of: device)?.coolDown(at: manager.clock.now) != nil)
    }

    func connectionEnds() async throws {
        let (manager, phone, tablet) = try manager()
        try manager.waitForCoolDown()
        let browser = try await LoggedIn(manager, with: phone)
        guard
            case .deviceConnected(let late) = try await browser.act(.connectDevice(alias: "a"), by: phone),
            case .deviceConnected(let void) = try await browser.act(.connectDevice(alias: "b"), by: tablet)
        else {
            Issue.record("not connected")
            return
        }
        _ = try tablet.changePIN()
        #expect(try manager.activation(void.activationID)?.state == .void)
        manager.clock.advance(seconds: 600)
        expectRefusal(.activationInvalid) {
            try RawActivation(manager, link: late.link).open(pin: late.pin.text)
        }
    }

    func lock(_ engine: Engine) async throws {
        let (manager, phone, lost) = try manager(engine)
        let browser = try await LoggedIn(manager, with: phone)
        let lostBrowser = try await LoggedIn(manager, with: lost)
        let open = try lost.prepare(.changePin)
        let id = try await browser.confirmed(.lockDevice(lost.activation), by: phone)
        #expect(try await browser.perform(id).name == "deviceLocked")
        #expect(try manager.activation(of: lost)?.state == .active)
        #expect(try manager.activation(of: lost)?.lockout.isPermanent == true)
        #expect(try await lostBrowser.found() == nil)
        expectRefusal(.lockedOut) { try lost.begin(.changePin) }
        expectRefusal(.sessionEnded) { try lost.finish(open) }
        #expect(try manager.events(.deviceLocked).first?.sessionID == id)
        let account = try manager.account().id
        let notices = try manager.context.database.read {
            try $0.notices.list(for: account, after: 0, except: lost.activation)
        }
        #expect(notices.last?.kind == "deviceLocked")
        #expect(notices.last?.device == "tablet")
    }

    func deletion(_ engine: Engine) async throws {
        let (manager, phone, _) = try manager(engine)
        let browser = try await LoggedIn(manager, with: phone)
        let account = try manager.account().id
        let id = try await browser.confirmed(.deleteAccount, by: phone)
        #expect(try await browser.perform(id).name == "accountDeleted")
        #expect(try manager.context.database.read { try $0.accounts.find(id: account) } == nil)
        #expect(try await browser.found() == nil)
        #expect(try manager.snapshot(id) == nil)
        let event = try #require(try manager.events(.accountRemoved).first)
        #expect(event.sessionID == id)
        // The signed text is gone, its hash stays.
        #expect(try manager.context.database.read { try $0.evidence.record(of: id)?.consent?.payload } == nil)
        #expect(try manager.context.database.read { try $0.evidence.statementHash(of: id) } != nil)
        #expect(try await browser.perform(id).name == "over")
    }

    func export(_ engine: Engine) async throws {
        let (manager, phone, _) = try manager(engine)
        _ = try Apply(manager.context)(
            Array("users: [{name: ada, attributes: {email: [{value: ada@example.org, alias: Private}]}}]".utf8))
        let browser = try await LoggedIn(manager, with: phone)
        let website = try TestBrowser(manager)
        _ = try phone.finish(try phone.prepare(website))
        _ = try website.redeem(try #require(try website.proceed()["code"]))
        let id = try await browser.confirmed(.exportData, by: phone)
        guard case .exported(let bytes) = try await browser.perform(id) else {
            Issue.record("not exported")
            return
        }
        let document = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        #expect((document["account"] as? [String: Any])?["name"] as? String == "ada")
        #expect(document["organizations"] as? [String] == ["Example Inc."])
        let devices = try #require(document["devices"] as? [[String: Any]])
        #expect(devices.compactMap { $0["alias"] as? String }.sorted() == ["tablet", "test"])
        let attributes = try #require(document["attributes"] as? [[String: Any]])
        #expect(attributes.compactMap { $0["value"] as? String } == ["ada@example.org"])
        let websites = try #require(document["websites"] as? [[String: Any]])
        #expect(websites.compactMap { $0["service"] as? String } == ["demo"])
        #expect((websites.first?["sub"] as? String)?.count == 22)
        #expect(websites.first?["roles"] as? [String] == ["user"])
        let events = try #require(document["history"] as? [[String: Any]]).compactMap { $0["event"] as? String }
        #expect(events.contains("accountExported"))
        #expect(events.contains("activationPersonalized"))
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(!text.contains(Base64URL.encode(Array(phone.deviceKey.publicKey.rawRepresentation))))
        #expect(try StrictJSON.parse(bytes, limits: .message).serialized == bytes)
        let event = try #require(try manager.events(.accountExported).first)
        #expect(event.sessionID == id)
    }

    func exportLimit() async throws {
        let (manager, phone, _) = try manager()
        let browser = try await LoggedIn(manager, with: phone)
        var ids: [SessionID] = []
        for _ in 0..<4 { ids.append(try await browser.confirmed(.exportData, by: phone)) }
        for id in ids.prefix(3) { #expect(try await browser.perform(id).name == "exported") }
        #expect(try await browser.perform(ids[3]).name == "exports")
        #expect(try await browser.ask(.exportData).1 == .exports)
        manager.clock.advance(seconds: 86_400)
        _ = try RotateEncryptionKeys(manager.context)()
        let tomorrow = try await LoggedIn(manager, with: phone)
        #expect(try await tomorrow.act(.exportData, by: phone).name == "exported")
    }

    func stolenDatabase() async throws {
        let (manager, phone, _) = try manager()
        let browser = try await LoggedIn(manager, with: phone)
        let act = OwnAct.connectDevice(alias: "Zwischenablage-9137")
        let id = try await browser.request(act)
        let prepared = try phone.prepare(id)
        #expect(String(decoding: prepared.statement, as: UTF8.self).contains("Zwischenablage-9137"))
        func readable() throws -> [String] {
            let dump = try manager.dump()
            return ["Zwischenablage-9137", "Act on", Base64URL.encode(Array("Act on".utf8)), "connectDevice\""]
                .filter { dump.contains($0) }
        }
        #expect(try readable().isEmpty)
        _ = try phone.finish(prepared)
        #expect(try readable().isEmpty)
        guard case .deviceConnected(let connected) = try await browser.perform(id) else {
            Issue.record("not connected")
            return
        }
        // The alias is that of an activation now. Link and PIN are with the browser alone.
        #expect(try readable() == ["Zwischenablage-9137"])
        let secret = try InitializationLink(parsing: connected.link).data.secret
        #expect(try !manager.dump().contains(Base64URL.encode(secret.bytes)))
        #expect(try !manager.dump().contains(connected.pin.text))
    }
}
