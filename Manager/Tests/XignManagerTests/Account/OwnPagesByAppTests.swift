import Foundation
import Testing
import XignDomain
import XignProtocol

@testable import XignSDK
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

/// The SDK refuses what it has not been told to show, so both sides must agree about every party and text.
struct OwnPagesByAppTests {
    @Test("The manager's own pages, and an app with the SDK", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("A login by QR code is shown as the manager's own, and opens a session", login),
        TestCase("A login by link opens a session with what the app brings back, and with nothing less", loginByLink),
        TestCase(
            "An act is shown in the parts of its page, signed as it was shown, and done by nobody but the browser",
            transaction),
        TestCase("An act that began with a link leads back to the browser, at the manager", transactionByLink),
        TestCase("A wrong PIN is counted, and the act waits for the right one", lockout),
        TestCase("An act of another account is refused, and waits for its own", otherAccount),
        TestCase(
            "The code of an act cannot be made that of a login, nor the other way round", swapped, each: [true, false]),
    ]

    let manager: TestManager

    init() throws { manager = try TestManager() }

    /// The pid of a process, with the secret of its kind.
    private func pid(_ process: InitializationPayload.Process, _ id: SessionID) -> String {
        let secrets = manager.context.secrets(of: id)
        let secret =
            switch process {
            case .authenticationByLink, .transactionByLink: secrets.linkSecret
            case .authenticationByQRCode, .transactionByQRCode, .personalization:
                secrets.qrSecret(step: SessionSecrets.step(at: manager.clock.now.seconds))
            }
        return InitializationPayload(process, secret: secret, origin: manager.issuer).text
    }

    /// Asks for the removal of a device in a session of the user's browser.
    private func requestRemoval(named name: String = "Zoë\u{2019}s \"phone\"") async throws -> XignDomain.Process {
        let account = try manager.account()
        let lost = try RawActivation(manager).personalize(alias: name).activation
        let cookie = BearerToken.generate()
        let act = RequestedAct(
            accountID: account.id, browserSession: .random(), cookieHash: cookie.hash,
            act: .own(.removeDevice(lost)),
            object: try #require(try manager.activation(lost)).objectDigest,
            text: TransactionText(
                type: "removeDevice", language: "en",
                parts: [.literal("Remove the device"), .name(name), .literal("of"), .name(account.name)]))
        let process = BrowserProcess(
            .act(act), returningTo: "\(manager.issuer)/account/devices",
            cookieHash: cookie.hash, at: manager.clock.now)
        try await manager.context.database.write { try $0.processes.insert(process) }
        return process.process
    }

    func login() async throws {
        let device = try await TestDevice.activated(manager)
        let id = try await manager.beginAccountLogin()
        let request = try await device.start(pid(.authenticationByQRCode(id), id))
        #expect(request.serviceInformation.isManager)
        #expect(request.serviceInformation.origin == manager.issuer.description)
        #expect(request.roles.map(\.name) == [TestManager.userName])
        guard case .userLogin(let result) = try await device.finish(try await device.prepare(request)) else {
            throw TestFailure(what: "not logged in")
        }
        #expect(result.transaction == nil)
        #expect(result.returnURL == nil)
        guard case .opened = try await OpenBrowserSession(manager.context)(id, network: nil) else {
            throw TestFailure(what: "no session was opened")
        }
    }

    func loginByLink() async throws {
        let device = try await TestDevice.activated(manager)
        let id = try await manager.beginAccountLogin()
        let request = try await device.start(pid(.authenticationByLink(id), id), source: .opened)
        guard case .userLogin(let result) = try await device.finish(try await device.prepare(request)) else {
            throw TestFailure(what: "not logged in")
        }
        let fragment = try #require(result.returnURL?.fragment())
        let secret = SecretOctets(try #require(Base64URL.decode(fragment)))
        guard case .open = try await OpenBrowserSession(manager.context)(id, network: nil) else {
            throw TestFailure(what: "opened without the secret")
        }
        guard
            case .opened = try await OpenBrowserSession(manager.context)(id, returnSecret: secret, network: nil)
        else { throw TestFailure(what: "no session was opened") }
    }

    func transaction() async throws {
        let device = try await TestDevice.activated(manager)
        let process = try await requestRemoval()
        let request = try await device.start(pid(.transactionByQRCode(process.id), process.id))
        guard case .transaction(let shown) = request.subject else { throw TestFailure(what: "no transaction") }
        #expect(
            shown.text == [
                .literal("Remove the device"), .name("Zoë\u{2019}s \"phone\""), .literal("of"),
                .name(TestManager.userName),
            ])
        #expect(shown.type == "removeDevice")
        let information = try await device.prepare(request)
        #expect(information.requestedAuthenticators == [[.device, .pin]])
        guard case .userLogin(let result) = try await device.finish(information) else {
            throw TestFailure(what: "not confirmed")
        }
        #expect(result.transaction?.serviceInformation.origin == manager.issuer.description)
        #expect(result.transaction?.returnURL == nil)
        #expect(try manager.snapshot(process.id)?.phase.name == .confirmed)
    }

    func transactionByLink() async throws {
        let device = try await TestDevice.activated(manager)
        let process = try await requestRemoval()
        let request = try await device.start(pid(.transactionByLink(process.id), process.id), source: .opened)
        guard case .userLogin(let result) = try await device.finish(try await device.prepare(request)) else {
            throw TestFailure(what: "not confirmed")
        }
        let address = try #require(result.transaction?.returnURL?.absoluteString)
        #expect(address.hasPrefix("\(manager.issuer)/return#"))
    }

    func lockout() async throws {
        let device = try await TestDevice.activated(manager)
        let process = try await requestRemoval()
        let request = try await device.start(pid(.transactionByQRCode(process.id), process.id))
        let information = try await device.prepare(request)
        guard case .lockout(_, let again) = try await device.finish(information, pin: "918273") else {
            throw TestFailure(what: "no lockout")
        }
        manager.clock.advance(seconds: 2)
        guard case .userLogin(let result) = try await device.finish(again) else {
            throw TestFailure(what: "not confirmed")
        }
        #expect(result.failedAttemptsSinceLastSuccess == 1)
    }

    func otherAccount() async throws {
        let ada = try await TestDevice.activated(manager)
        let mallory = try await TestDevice.activated(manager, user: "mallory")
        let process = try await requestRemoval()
        let error = await #expect(throws: XignSdkError.self) {
            try await mallory.start(pid(.transactionByQRCode(process.id), process.id))
        }
        #expect(error?.errorCode == .otherAccount)
        #expect(try manager.snapshot(process.id)?.phase == .waiting)
        _ = try await ada.start(pid(.transactionByQRCode(process.id), process.id))
    }

    func swapped(_ isLink: Bool) async throws {
        let device = try await TestDevice.activated(manager)
        let act = try await requestRemoval().id
        let login = try await manager.beginAccountLogin()
        let codes: [String] =
            isLink
            ? [pid(.authenticationByLink(act), act), pid(.transactionByLink(login), login)]
            : [pid(.authenticationByQRCode(act), act), pid(.transactionByQRCode(login), login)]
        for code in codes {
            let error = await #expect(throws: XignSdkError.self) {
                try await device.start(code, source: isLink ? .opened : .scanned)
            }
            #expect(error?.errorCode == .consentMismatch)
        }
    }
}
