import DatabaseFixture
import Testing
import XignDomain
import XignProtocol

@testable import XignDeviceAPI
@testable import XignStorage
@testable import XignUseCases

/// The server of a browser's page can use its keys. So a browser does not take away the device with which the last
/// administrator acts.
struct LastDeviceTests {
    @Test("A browser, and the last administrator's device", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("It is neither removed nor locked on the account pages", pages),
        TestCase("It is not revoked by the browser's own operation", operation),
        TestCase(
            "It is not ended by an act that was confirmed before its device counted as a browser", confirmedBefore),
        TestCase("It ends itself, and a browser ends the device of an administrator who is not the last", allowed),
        TestCase(
            "Of two administrators whose browsers end their phones at once, one keeps the phone", atOnce,
            each: Engine.allCases),
    ]

    /// An administrator with a phone and a browser. The browser is the older one, so no cool-down protects the phone.
    private struct Owner: Sendable {
        let manager: TestManager
        let browser: RawDevice
        let phone: RawDevice
        /// At the account pages.
        let session: BrowserSession

        init(_ manager: TestManager, _ name: String, platform: String = "Web") throws {
            self.manager = manager
            browser = try RawDevice(manager, user: name, platform: platform)
            phone = try RawDevice(manager, user: name)
            try manager.grant(to: name)
            session = try manager.openSession(of: browser, at: .account)
        }

        var hasPhone: Bool { get throws { try manager.activation(of: phone)?.isUsableAtConsole ?? false } }

        /// Asks for an act on the phone, which could confirm it itself.
        func ask(_ act: OwnAct) async throws -> SessionID {
            let text = TransactionText(type: act.type, language: "en", parts: [.literal("Act")])
            let request = RequestAct(
                .own(act), text: text, seen: try manager.activation(of: phone)?.objectDigest ?? [],
                returningTo: "\(manager.issuer)/account/devices", in: session, manager.context)
            #expect(try await request.store(manager.context) == nil)
            return request.begun.process.id
        }

        /// - Parameter secret: the secret with which the app sends the browser back where a link began the process.
        func perform(_ id: SessionID, _ secret: SecretOctets? = nil) async throws -> String {
            try await PerformAct(manager.context)(id, in: session, returnSecret: secret).name
        }

        /// Lets the browser end the phone, up to the last step.
        /// - Returns: the last step, which returns true if the phone has ended.
        func endPhone(onPages isOnPages: Bool) async throws -> @Sendable () async throws -> Bool {
            if isOnPages {
                let id = try await ask(.removeDevice(phone.activation))
                let secret = try browser.confirm(id, byLink: true).returnSecret
                return { try await perform(id, secret) == "deviceRemoved" }
            }
            let prepared = try browser.prepare(.revoke(phone.activation))
            // On a thread of its own.
            return { await Task.detached { (try? browser.finish(prepared))?.result != nil }.value }
        }
    }

    private func manager(_ engine: Engine = .sqlite) throws -> TestManager {
        try TestManager(engine, surfaces: [.account, .console])
    }

    func pages() async throws {
        let grace = try Owner(try manager(), "grace")
        for act in [OwnAct.removeDevice(grace.phone.activation), .lockDevice(grace.phone.activation)] {
            let prepared = try grace.browser.prepare(try await grace.ask(act), byLink: true)
            expectRefusal(.notAllowed) { try grace.browser.finish(prepared) }
        }
        #expect(try grace.hasPhone)
    }

    func operation() throws {
        let grace = try Owner(try manager(), "grace")
        expectRefusal(.notAllowed) { try grace.browser.begin(.revoke(grace.phone.activation)) }
        #expect(try grace.hasPhone)
    }

    func confirmedBefore() async throws {
        let grace = try Owner(try manager(), "grace", platform: "Linux")
        let id = try await grace.ask(.removeDevice(grace.phone.activation))
        _ = try grace.browser.confirm(id)
        try grace.manager.makeBrowser(grace.browser)
        #expect(try await grace.perform(id) == "lastAdministrator")
        #expect(try grace.hasPhone)
    }

    func allowed() async throws {
        let manager = try manager()
        let (grace, lin) = (try Owner(manager, "grace"), try Owner(manager, "lin"))
        #expect(try await lin.endPhone(onPages: false)())
        let id = try await grace.ask(.removeDevice(grace.phone.activation))
        _ = try grace.phone.confirm(id)
        #expect(try await grace.perform(id) == "deviceRemoved")
    }

    func atOnce(_ engine: Engine) async throws {
        let manager = try manager(engine)
        for number in 0..<8 {
            let names = ["left\(number)", "right\(number)"]
            let owners = try names.map { try Owner(manager, $0) }
            let left = try await owners[0].endPhone(onPages: number % 2 == 0)
            let right = try await owners[1].endPhone(onPages: number / 2 % 2 == 0)
            async let first = left()
            async let second = right()
            let outcomes = try await [first, second]
            #expect(outcomes.count { $0 } == 1)
            #expect(try owners.count { try $0.hasPhone } == 1)
            for name in names { try manager.context.removeUser(name, by: "root", isForced: true) }
        }
    }
}
