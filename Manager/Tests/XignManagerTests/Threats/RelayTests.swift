import Testing
import XignDomain
import XignHTTP
import XignProtocol
import XignStorage

@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignSDK
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

struct RelayTests {
    @Test("Codes that an attacker passes on", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "A picture of the code that arrives after half a minute claims nothing, and the attacker waits in vain",
            screenshot),
        TestCase(
            "The data of a QR code that arrive as a link get the attacker nothing: the victim has no digits to type",
            mailed, each: [OpenedQRCodePolicy.refuse, .pair]),
        TestCase(
            "Out of a QR code no link can be made, which would live as long as the session, nor another claim",
            repackaged),
        TestCase(
            "What the victim is shown before confirming names the website that gets the login, not the page that showed the code",
            origin),
        TestCase("Limit: a code that is relayed live, and confirmed, logs in the browser that began the session", live),
        TestCase("Limit: digits that are relayed live log in the browser that began the session", liveDigits),
    ]

    let manager: TestManager

    init() throws { manager = try TestManager() }

    func screenshot() async throws {
        let victim = try await TestDevice.activated(manager)
        let attacker = try TestBrowser(manager)
        let picture = try attacker.qrCode
        manager.clock.advance(seconds: 31)
        let error = await #expect(throws: XignSdkError.self) { try await victim.start(picture) }
        #expect(error?.errorCode == .qrCodeExpired)
        #expect(try attacker.state == "waiting")
    }

    func mailed(_ policy: OpenedQRCodePolicy) async throws {
        try manager.setOpenedQRCodes(policy)
        let victim = try await TestDevice.activated(manager)
        let attacker = try TestBrowser(manager)
        let data = try InitializationLink(parsing: try attacker.qrCode).data
        let link = InitializationLink.appLink(data, at: manager.context.appLinkOrigin)
        let error = await #expect(throws: XignSdkError.self) {
            let request = try await victim.start(link, source: .opened)
            #expect(request.setPairingDigits(try attacker.otherDigits))
            _ = try await victim.prepare(request)
        }
        #expect(error?.errorCode == (policy == .refuse ? .scanRequired : .pairingFailed))
        #expect(try attacker.state == (policy == .refuse ? "waiting" : "declined-pairing"))
    }

    func repackaged() throws {
        let victim = try RawDevice(manager)
        let attacker = try TestBrowser(manager)
        let current = try InitializationLink(parsing: try attacker.qrCode).data.secret
        for claim in [Start.Claim.link(current), .inApp(current), .sessionToken(current)] {
            let error = #expect(throws: ProtocolError.self) {
                try victim.call(
                    Start.self,
                    .init(
                        activationId: victim.activation, sessionId: try attacker.session, claim: claim,
                        client: RawDevice.client), proven: true)
            }
            #expect(error?.error == .wrongChannel)
        }
        #expect(try attacker.state == "waiting")
    }

    func origin() async throws {
        let victim = try await TestDevice.activated(manager)
        let request = try await victim.start(try TestBrowser(manager).qrCode)
        #expect(request.serviceInformation.name == "Demo website")
        #expect(request.serviceInformation.origin == "https://website.example")
        #expect(request.organizationInformation.name == "Example Inc.")
    }

    func live() async throws {
        let victim = try await TestDevice.activated(manager)
        let attacker = try TestBrowser(manager)
        manager.clock.advance(seconds: 4)
        guard case .userLogin = try await victim.logIn(attacker) else { throw TestFailure(what: "no login") }
        // The one who is logged in is the victim; the one who holds the code is the attacker.
        #expect(try attacker.proceed()["code"] != nil)
    }

    func liveDigits() throws {
        let victim = try RawDevice(manager)
        let attacker = try TestBrowser(manager)
        let claimed = try victim.claimed(try attacker.session)
        let told = try attacker.digits
        #expect(try victim.finish(try victim.prepared(claimed, digits: told)).result != nil)
        #expect(try attacker.proceed()["code"] != nil)
    }
}
