import Testing
import XignDomain
import XignProtocol
import XignStorage

@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

/// The policy of a service for QR codes that were opened, and the manager's own pages.
struct PairingPolicyTests {
    @Test("Policies for opened QR codes", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("A service that refuses has the code scanned, and the login goes on waiting", refuse),
        TestCase("A service that allows takes an opened code as a scanned one", allow),
        TestCase(
            "Digits that were drawn are demanded whatever the policy becomes", changed,
            each: OpenedQRCodePolicy.allCases),
        TestCase("A declaration that changes the policy voids the statements of the service", declared),
        TestCase("A service is declared with one of three words, and without one it pairs", words),
        TestCase("The console refuses opened codes, and the account pages pair", ownPages),
        TestCase("An act is confirmed with the digits of its page, and not without them", transaction),
    ]

    func refuse() throws {
        let manager = try TestManager()
        try manager.setOpenedQRCodes(.refuse)
        let device = try RawDevice(manager)
        let browser = try TestBrowser(manager)
        #expect(throws: ProtocolError(.scanRequired)) { try device.claimed(try browser.session) }
        // Also to a client that cannot ask for digits: nothing newer would help it.
        #expect(throws: ProtocolError(.scanRequired)) {
            try device.claimed(try browser.session, client: RawDevice.client)
        }
        #expect(try browser.state == "waiting")
        #expect(!(try device.claimed(try browser.session, .scanned)).started.pairing)
    }

    func allow() throws {
        let manager = try TestManager()
        try manager.setOpenedQRCodes(.allow)
        let device = try RawDevice(manager)
        let browser = try TestBrowser(manager)
        let claimed = try device.claimed(try browser.session, client: RawDevice.client)
        #expect(!claimed.started.pairing)
        #expect(try browser.state == "scanned")
        #expect(try device.prepare(claimed, digits: nil).statement != nil)
    }

    func changed(_ policy: OpenedQRCodePolicy) throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        let browser = try TestBrowser(manager)
        let claimed = try device.claimed(try browser.session)
        try manager.setOpenedQRCodes(policy)
        #expect(throws: ProtocolError(.pairingFailed)) { try device.prepare(claimed, digits: nil) }
    }

    func declared() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        let browser = try TestBrowser(manager)
        let claimed = try device.claimed(try browser.session)
        let prepared = try device.prepared(claimed, digits: try browser.digits)
        try manager.declare(openedQRCodes: "refuse")
        #expect(try manager.service.openedQRCodes == .refuse)
        #expect(throws: ProtocolError(.policyChanged)) { try device.finish(prepared) }
    }

    func words() throws {
        let manager = try TestManager()
        #expect(try manager.service.openedQRCodes == .pair)
        for word in ["refuse", "allow", "pair"] {
            try manager.declare(openedQRCodes: word)
            #expect(try manager.service.openedQRCodes.rawValue == word)
            let shown = try DescribeService(manager.context)("demo", includingSecret: false)
            #expect(shown?.service.openedQRCodes.rawValue == word)
        }
        #expect(throws: DeclarationErrors.self) { try manager.declare(openedQRCodes: "sometimes") }
    }

    func ownPages() async throws {
        let manager = try TestManager(surfaces: [.account, .console])
        let device = try RawDevice(manager)
        try manager.grant()
        let console = try await manager.beginLogin(at: .console)
        #expect(throws: ProtocolError(.scanRequired)) { try device.claimed(console) }
        #expect(try manager.snapshot(console)?.phase == .waiting)

        let account = try await manager.beginLogin(at: .account)
        let claimed = try device.claimed(account)
        #expect(claimed.started.pairing)
        #expect(throws: ProtocolError(.pairingFailed)) { try device.prepare(claimed, digits: nil) }
        let outcome = try await OpenBrowserSession(manager.context)(account, network: nil, replacing: nil)
        guard case .over = outcome else {
            Issue.record("a session was opened: \(outcome)")
            return
        }
    }

    func transaction() async throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        let browser = try await LoggedIn(manager, with: device)
        let refused = try await browser.request(.exportData)
        let first = try device.claimed(refused)
        #expect(first.started.pairing)
        #expect(throws: ProtocolError(.pairingFailed)) { try device.prepare(first, digits: nil) }
        #expect(try await browser.perform(refused).name == "over")

        let accepted = try await browser.request(.exportData)
        let second = try device.claimed(accepted)
        let digits = try #require(try manager.snapshot(accepted)?.awaitedDigits)
        let prepared = try device.prepared(second, digits: digits.text)
        #expect(try device.finish(prepared).result != nil)
        #expect(try await browser.perform(accepted).name == "exported")
    }
}

extension TestManager {
    /// Applies the example's declaration with a policy for its service.
    fileprivate func declare(openedQRCodes word: String) throws {
        let declaration = Self.declaration().replacing(
            "displayName: Demo website", with: "displayName: Demo website\n        openedQRCodes: \(word)")
        _ = try Apply(context)(Array(declaration.utf8))
    }
}
