import DatabaseFixture
import Testing
import XignDomain
import XignHTTP
import XignProtocol

@testable import XignDeviceAPI
@testable import XignServer
@testable import XignStorage
@testable import XignUseCases
@testable import XignWeb

/// The replacement of a lost device: its revocation with the first signature, the new activation with the second.
struct ReplaceDeviceTests {
    @Test("Replacing a lost device", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "The first signature revokes the lost device, the second one hands the activation out", twoPersons,
            each: Engine.allCases),
        TestCase("The first person is not the second one, so a recovery is nobody's alone", samePerson),
        TestCase("Who declines leaves the device revoked", declined, each: Engine.allCases),
        TestCase("At the holder of a grant of the manager nothing happens before the second signature", holder),
        TestCase("The device of the last administrator is not replaced", lastAdministrator),
        TestCase("A device beside another usable one is revoked alone", otherDevice),
        TestCase("A device that is revoked or locked for good is not replaced, but recovered", unusable),
        TestCase("What has changed since the first signature is not done", changed),
        TestCase("An act that a later version has kept is refused by its name, and stops no other", unknown),
        TestCase("the console offers it where no other device is usable, and shows both steps", pages),
        TestCase("the page of the second person says that a withdrawal leaves the device revoked", withdrawnPage),
        TestCase("the page does not say so where the device still waits, as that of a former auditor", formerAuditor),
    ]

    func twoPersons(_ engine: Engine) async throws {
        let (manager, grace, lin, ada) = try TestManager.operators(engine)
        let pending = try await grace.beginReplacing(ada.device)
        #expect(try manager.activation(of: ada.device)?.state == .revoked)
        #expect(try manager.openSession(ada.session) == nil)
        let revoked = try #require(try manager.events(.activationRevoked).first)
        let asked = try #require(try manager.events(.actRequested).first)
        #expect(revoked.actor == .administrator(grace.account))
        #expect(revoked.sessionID == asked.sessionID)
        #expect(try manager.events(.recoveryIssued).isEmpty)
        // The second one confirms it about the object as it is now.
        let (kept, now) = try manager.context.database.read {
            (try $0.pendingActs.find(pending), try AdministeredObject(.replaceDevice(ada.device.activation), $0))
        }
        #expect(kept?.object == now?.digest)
        let second = try await lin.confirmed(approving: pending)
        guard case .recoveryIssued(let issued, let account) = try await lin.perform(second) else {
            Issue.record("not issued")
            return
        }
        #expect(account.id == ada.account)
        #expect(try manager.events(.activationRevoked).count == 1)
        #expect(try manager.events(.recoveryIssued).first?.approvalID == second)
        let activation = try RawActivation(manager, link: issued.link)
        #expect(try activation.open(pin: issued.pin.text).personalize != nil)
        #expect(try await lin.approve(pending) == "notThere")
    }

    func samePerson() async throws {
        let (manager, grace, _, ada) = try TestManager.operators()
        let pending = try await grace.beginReplacing(ada.device)
        #expect(try await grace.approve(pending) == "samePerson")
        #expect(throws: ManagerError.self) { try ApproveAtMachine(manager.context)(pending, by: "root") }
        #expect(try manager.events(.recoveryIssued).isEmpty)
    }

    func declined(_ engine: Engine) async throws {
        let (manager, grace, lin, ada) = try TestManager.operators(engine)
        let pending = try await grace.beginReplacing(ada.device)
        #expect(try await WithdrawPendingAct(manager.context)(pending, for: lin.party))
        #expect(try await lin.approve(pending) == "notThere")
        #expect(try manager.activation(of: ada.device)?.state == .revoked)
        let devices = try manager.context.database.read { try $0.activations.all(of: ada.account) }
        #expect(devices.allSatisfy { $0.state != .pending })
    }

    func holder() async throws {
        let (manager, grace, lin, _) = try TestManager.operators()
        let max = try ConsoleUser(manager, "max", .auditor)
        let pending = try await grace.begin(.replaceDevice(max.device.activation))
        #expect(try manager.activation(of: max.device)?.state == .active)
        #expect(try manager.events(.activationRevoked).isEmpty)
        #expect(try await lin.approve(pending) == "recoveryIssued")
        #expect(try manager.activation(of: max.device)?.state == .revoked)
        #expect(try manager.events(.activationRevoked).first?.approvalID != nil)
    }

    func lastAdministrator() async throws {
        let manager = try TestManager()
        let grace = try ConsoleUser(manager, "grace")
        let refusal = try manager.context.database.read { [now = manager.clock.now] transaction in
            try ActScene(
                of: .replaceDevice(grace.device.activation), by: [], policy: transaction.declared.policy(), now: now,
                transaction
            ).refusal(of: nil)
        }
        #expect(refusal == .lastAdministrator)
    }

    func otherDevice() async throws {
        let (manager, grace, _, ada) = try TestManager.operators()
        let tablet = try ada.device.issue().personalize(alias: "tablet")
        #expect(try await grace.act(.replaceDevice(ada.device.activation)) == "deviceInUse")
        #expect(try manager.activation(of: ada.device)?.state == .active)
        #expect(try await grace.act(.revokeDevice(ada.device.activation)) == "revokeDevice")
        #expect(try await grace.act(.replaceDevice(tablet.activation)) == "begun")
    }

    func unusable() async throws {
        let (manager, grace, _, ada) = try TestManager.operators()
        #expect(try await grace.act(.revokeDevice(ada.device.activation)) == "revokeDevice")
        #expect(try await grace.act(.replaceDevice(ada.device.activation)) == "notThere")
        let locked = try RawDevice(manager, user: "mallory")
        try locked.guess(times: 10)
        #expect(try await grace.again().act(.replaceDevice(locked.activation)) == "notThere")
    }

    func changed() async throws {
        let (manager, grace, lin, ada) = try TestManager.operators()
        let pending = try await grace.beginReplacing(ada.device)
        _ = try manager.issueActivation(user: ada.name)
        #expect(try await lin.approve(pending) == "changed")
        #expect(try manager.events(.recoveryIssued).isEmpty)
    }

    func unknown() async throws {
        let (manager, grace, lin, ada) = try TestManager.operators()
        let pending = try await grace.begin(.removeAccount(ada.account))
        try await manager.context.database.write { transaction in
            let place = PendingActs.place(pending)
            let row = try #require(try transaction.row("SELECT sealed_act FROM pending_act WHERE id = \(pending)"))
            let sealed: [UInt8] = try row("sealed_act")
            let text = String(decoding: try transaction.vault.open(sealed, at: place), as: UTF8.self)
            let later = Array(text.replacing("\"removeAccount\":{", with: "\"futureAct\":{").utf8)
            let stored = try transaction.vault.seal(later, at: place)
            try transaction.execute("UPDATE pending_act SET sealed_act = \(stored) WHERE id = \(pending)")
        }
        let error = #expect(throws: ManagerError.self) { try ApproveAtMachine(manager.context)(pending, by: "root") }
        #expect(error?.description.contains("futureAct") == true)
        #expect(try await lin.approve(pending) == "notThere")
        #expect(try ListPendingActs(manager.context)(for: lin.party)?.isEmpty == true)
        #expect(try await grace.act(.disableAccount(ada.account)) == "disableAccount")
        #expect(try ada.isThere)
    }

    // MARK: Pages

    func pages() throws {
        var scene = try AccountsScene()
        let path = "\(try scene.device())/replace"
        let tablet = try scene.phone.issue().personalize(alias: "tablet")
        #expect(try !scene.browser.get(try scene.device()).text.contains(path))
        #expect(try scene.browser.get(path).text.contains("The account has a device in use"))
        _ = try scene.act("\(try scene.device(tablet))/revoke")
        #expect(try scene.browser.get(try scene.device()).text.contains("href=\"\(path)\""))
        #expect(try scene.browser.get(path).text.contains("the lost device is revoked then"))
        let process = try scene.ask(path)
        #expect(
            try scene.text(of: process).hasPrefix(
                "Revoke a lost device, and hand out a code and a PIN for a new one: “Pixel 8” Device id: "
                    + "“\(scene.phone.activation.short)”"))
        _ = try scene.grace.confirm(process)
        let location = try #require(try scene.browser.post("/login/\(process)/continue")["Location"])
        #expect(location.hasSuffix("?done=replaceDevice"))
        #expect(try scene.browser.get(location).text.contains("The device is revoked. Another administrator must"))
        #expect(try scene.manager.activation(of: scene.phone)?.state == .revoked)
        let confirmation = String(location.prefix { $0 != "?" })
        var lin = try scene.browser(of: scene.lin)
        let form = try #require(try lin.get(confirmation).forms.first { $0.action == confirmation })
        let page = try #require(try lin.send(form)["Location"])
        _ = try scene.lin.confirm(try #require(SessionID(text: page.dropFirst("/login/".count))))
        let sheets = try lin.post("\(page)/continue")
        #expect(sheets.status == .ok)
        #expect(sheets.text.matches(of: #/<section class="panel sheet">/#).count == 2)
    }

    func formerAuditor() throws {
        var scene = try AccountsScene()
        try scene.manager.grant(.auditor, to: TestManager.userName)
        let location = try #require(try scene.act("\(try scene.device())/replace")["Location"])
        let confirmation = String(location.prefix { $0 != "?" })
        _ = try scene.manager.context.withdrawGrant(
            ofOrganization: nil, fromUser: TestManager.userName, by: TestManager.operatorName)
        var lin = try scene.browser(of: scene.lin)
        #expect(try !lin.get(confirmation).text.contains("the device is revoked"))
        #expect(try scene.manager.activation(of: scene.phone)?.state == .active)
    }

    func withdrawnPage() throws {
        var scene = try AccountsScene()
        let location = try #require(try scene.act("\(try scene.device())/replace")["Location"])
        let confirmation = String(location.prefix { $0 != "?" })
        var lin = try scene.browser(of: scene.lin)
        let page = try lin.get(confirmation)
        #expect(page.text.contains("stays: the device is revoked"))
        let form = try #require(page.forms.first { $0.action == "\(confirmation)/withdraw" })
        #expect(try lin.send(form)["Location"] == "/console/confirmations?done=actWithdrawn")
        #expect(try !lin.get("/console/confirmations?done=actWithdrawn").text.contains("Nothing was done"))
        #expect(try scene.manager.activation(of: scene.phone)?.state == .revoked)
    }
}

extension ConsoleUser {
    /// The first half of a replacement.
    fileprivate func beginReplacing(_ device: RawDevice) async throws -> PendingActID {
        let outcome = try await perform(try await confirmed(.replaceDevice(device.activation)))
        guard case .begun(.replaceDevice, let id) = outcome else {
            throw TestFailure(what: "not begun: \(outcome.name)")
        }
        return id
    }
}
