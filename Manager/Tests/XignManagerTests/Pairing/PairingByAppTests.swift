import Testing
import XignDomain
import XignProtocol

@testable import XignSDK
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

/// Both sides of a pairing together: an app with the SDK, opened by the link in a QR code, and the page.
struct PairingByAppTests {
    @Test("Pairing, and an app with the SDK", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("An app that the link of a QR code has opened logs in with the digits of the page", login),
        TestCase(
            "An app that asks for no digits, or has others of another form, sends nothing: the page goes on asking",
            missing),
        TestCase(
            "Wrong digits end the login, for the same request too, and the website is told that it was refused", wrong),
        TestCase("Scanning a code that was opened before does not get past the digits", scannedAfterwards),
        TestCase("A service that allows opened codes asks for no digits", allowed),
        TestCase("A login at the account pages whose code was opened is paired, too", accountPages),
    ]

    let manager: TestManager

    init() throws { manager = try TestManager() }

    private func code(_ body: () async throws -> Void) async -> XignSdkErrorCode? {
        do {
            try await body()
            return nil
        } catch { return (error as? XignSdkError)?.errorCode }
    }

    func login() async throws {
        let device = try await TestDevice.activated(manager)
        let browser = try TestBrowser(manager)
        let request = try await device.start(try browser.qrCode, source: .opened)
        #expect(request.isPairingRequired)
        #expect(request.setPairingDigits(try #require(try browser.digits)))
        guard case .userLogin = try await device.finish(try await device.prepare(request)) else {
            throw TestFailure(what: "not logged in")
        }
        #expect(try browser.proceed()["code"] != nil)
    }

    func missing() async throws {
        let device = try await TestDevice.activated(manager)
        let browser = try TestBrowser(manager)
        let request = try await device.start(try browser.qrCode, source: .opened)
        #expect(await code { _ = try await device.prepare(request) } == .pairingMissing)
        #expect(!request.setPairingDigits("4"))
        #expect(await code { _ = try await device.prepare(request) } == .pairingMissing)
        #expect(try browser.state == "scanned-pairing")
        #expect(request.setPairingDigits(try #require(try browser.digits)))
        _ = try await device.prepare(request)
    }

    func wrong() async throws {
        let device = try await TestDevice.activated(manager)
        let browser = try TestBrowser(manager)
        let request = try await device.start(try browser.qrCode, source: .opened)
        let digits = try #require(try browser.digits)
        #expect(request.setPairingDigits(try browser.otherDigits))
        #expect(await code { _ = try await device.prepare(request) } == .pairingFailed)
        #expect(request.setPairingDigits(digits))
        #expect(await code { _ = try await device.prepare(request) } == .pairingFailed)
        #expect(try browser.proceed()["error"] == "access_denied")
    }

    func scannedAfterwards() async throws {
        let device = try await TestDevice.activated(manager)
        let browser = try TestBrowser(manager)
        let opened = try await device.start(try browser.qrCode, source: .opened)
        let digits = try #require(try browser.digits)
        let secrets = manager.context.secrets(of: try browser.session)
        let payload = InitializationPayload(
            .authenticationByQRCode(try browser.session),
            secret: secrets.qrSecret(step: SessionSecrets.step(at: manager.clock.now.seconds)), origin: manager.issuer)
        let scanned = try await device.start(payload.text, source: .scanned)
        #expect(opened.isPairingRequired)
        #expect(scanned.isPairingRequired)
        #expect(scanned.setPairingDigits(digits))
        _ = try await device.prepare(scanned)
    }

    func allowed() async throws {
        try manager.setOpenedQRCodes(.allow)
        let device = try await TestDevice.activated(manager)
        let browser = try TestBrowser(manager)
        let request = try await device.start(try browser.qrCode, source: .opened)
        #expect(!request.isPairingRequired)
        _ = try await device.prepare(request)
    }

    func accountPages() async throws {
        let device = try await TestDevice.activated(manager)
        let id = try await manager.beginAccountLogin()
        let secret = manager.context.secrets(of: id).qrSecret(
            step: SessionSecrets.step(at: manager.clock.now.seconds))
        let payload = InitializationPayload(.authenticationByQRCode(id), secret: secret, origin: manager.issuer)
        let request = try await device.start(payload.text, source: .opened)
        #expect(request.isPairingRequired)
        #expect(request.serviceInformation.isManager)
    }
}
