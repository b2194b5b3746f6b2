import DatabaseFixture
import Testing
import XignDomain
import XignProtocol
import XignStorage

@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

/// The pairing of a device that opened a QR code with the page that shows it (protocol, section 6).
struct PairingTests {
    @Test("Pairing", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("A device that opened the code logs in with the digits of the page", login, each: Engine.allCases),
        TestCase("A device that scanned the code is asked for no digits, and some that it sends are ignored", scanned),
        TestCase("Wrong digits, and none, end the login for good: both sides are told", wrong, each: Engine.allCases),
        TestCase(
            "The refusal is given again to the same request, and by another manager after a restart", repeatedRefusal),
        TestCase("A repeated request with right digits gets the same statement", repeatedSuccess),
        TestCase(
            "Right digits are asked for once: a refused role, other digits and another start change nothing", noted),
        TestCase("A manager that is restarted asks for the same digits", restarted),
    ]

    func login(_ engine: Engine) throws {
        let manager = try TestManager(engine)
        let device = try RawDevice(manager)
        let browser = try TestBrowser(manager)
        #expect(try browser.digits == nil)

        let claimed = try device.claimed(try browser.session)
        #expect(claimed.started.pairing)
        #expect(try browser.state == "scanned-pairing")
        let digits = try #require(try browser.digits)
        #expect(digits.utf8.count == 2)

        let prepared = try device.prepared(claimed, digits: digits)
        #expect(try browser.state == "confirming")
        #expect(try browser.digits == nil)
        #expect(try device.finish(prepared).result != nil)
        #expect(try browser.proceed()["code"] != nil)
    }

    func scanned() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        let browser = try TestBrowser(manager)
        let claimed = try device.claimed(try browser.session, .scanned)
        #expect(!claimed.started.pairing)
        #expect(try browser.state == "scanned")
        #expect(try device.prepare(claimed, digits: "42").statement != nil)
    }

    func wrong(_ engine: Engine) throws {
        let manager = try TestManager(engine)
        let device = try RawDevice(manager)
        for sends in [true, false] {
            let browser = try TestBrowser(manager)
            let claimed = try device.claimed(try browser.session)
            let digits = try #require(try browser.digits)
            let typed = sends ? try browser.otherDigits : nil
            #expect(throws: ProtocolError(.pairingFailed)) { try device.prepare(claimed, digits: typed) }
            #expect(try browser.state == "declined-pairing")

            #expect(throws: ProtocolError(.pairingFailed)) { try device.prepare(claimed, digits: digits) }
            #expect(throws: ProtocolError(.sessionEnded)) { try device.claimed(try browser.session, .scanned) }
            #expect(try browser.proceed()["error"] == "access_denied")
        }
        let events = try manager.events(.pairingFailed)
        #expect(events.map(\.detail) == ["no digits were sent", "other digits than those of the page"])
        #expect(events.allSatisfy { $0.activationID == device.activation })
    }

    func repeatedRefusal() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        let browser = try TestBrowser(manager)
        let claimed = try device.claimed(try browser.session)
        let request = try device.seal(Prepare.self, device.request(claimed, digits: try browser.otherDigits))
        let restarted = try manager.secondNode()
        defer { restarted.context.database.close() }
        for node in [manager.manager, manager.manager, restarted] {
            #expect(throws: ProtocolError(.pairingFailed)) { try RawDevice.send(request, Prepare.self, to: node) }
        }
        #expect(try manager.events(.pairingFailed).count == 1)
    }

    func repeatedSuccess() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        let browser = try TestBrowser(manager)
        let claimed = try device.claimed(try browser.session)
        let request = try device.seal(Prepare.self, device.request(claimed, digits: try browser.digits))
        let first = try RawDevice.send(request, Prepare.self, to: manager.manager)
        let second = try RawDevice.send(request, Prepare.self, to: manager.manager)
        #expect(first.statement != nil)
        #expect(first.statement == second.statement)
    }

    func noted() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        let browser = try TestBrowser(manager)
        let claimed = try device.claimed(try browser.session)
        let request = device.request(claimed, digits: try browser.digits, role: "unknown")
        #expect(throws: ProtocolError(.roleUnknown)) { try device.call(Prepare.self, request) }
        #expect(try browser.state == "scanned")
        #expect(try device.prepare(claimed, digits: nil).statement != nil)
        #expect(try device.prepare(claimed, digits: "00").statement != nil)
        #expect(try device.prepare(claimed, digits: "99").statement != nil)
        let again = try device.claimed(try browser.session)
        #expect(!again.started.pairing)
        #expect(try device.prepare(again, digits: nil).statement != nil)
    }

    func restarted() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        let browser = try TestBrowser(manager)
        let claimed = try device.claimed(try browser.session)
        let digits = try browser.digits
        let node = try manager.secondNode()
        defer { node.context.database.close() }
        #expect(try device.prepare(claimed, digits: digits, at: node).statement != nil)
    }
}
