import Foundation
import Testing
import XignProtocol
import XignSDKTesting

@testable import XignSDK

/// A QR code's data reached the app by a link: the page shows two digits, which the user types.
struct PairingTests {
    @Test("pairing", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(await Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("a process whose QR code was opened goes on with the digits of the page", right, each: Kind.allCases),
        TestCase(
            "without digits nothing is sent, and the same request can be prepared with them", missing,
            each: Kind.allCases),
        TestCase(
            "anything but two digits is refused on the device, and takes earlier digits back", malformed,
            each: ["", "4", "420", "4.2", "a2", "-1", "٤", "4\u{200B}2", "4\u{301}2"]),
        TestCase("white space around the digits is no part of them, and a leading zero is", spaces),
        TestCase("wrong digits end the process", wrong),
        TestCase("digits are sent again with corrected attributes: the user is not asked twice", corrections),
        TestCase(
            "a scanned code needs no digits, and none are sent even if an app sets some", scanned, each: Kind.allCases),
        TestCase(
            "a code that was scanned after it had been opened still needs them, if the manager says so",
            scannedAfterwards),
        TestCase("a service that allows opened codes asks for none", allowed),
        TestCase("a service that demands a scan says so", scanRequired),
        TestCase(
            "the blocking and the event face refuse a request without digits, and prepare one with them", otherFaces),
    ]

    enum Kind: CaseIterable { case login, transaction }

    let manager: TestManager
    let device: TestDevice

    init() async throws {
        manager = try TestManager()
        device = try await TestDevice.personalized(at: manager)
        manager.state.withLock { $0.pairing = "42" }
    }

    private func start(
        _ kind: Kind = .login, source: ProcessInitializationData.Source = .opened
    ) async throws -> AuthenticateRequest {
        switch kind {
        case .login: return try await device.start(manager.loginPid, source: source)
        case .transaction:
            manager.state.withLock { $0.login = .init(.transaction(TransactionTests.text)) }
            return try await device.start(manager.pid(.transactionByQRCode(manager.session)), source: source)
        }
    }

    private var typed: [String?] { manager.state.withLock { $0.typedDigits } }

    func right(_ kind: Kind) async throws {
        let request = try await start(kind)
        #expect(request.isPairingRequired)
        #expect(request.setPairingDigits("42"))
        let result = try await device.finish(device.prepare(request), pin: "482915")
        guard case .userLogin = result else { throw UnexpectedAnswer() }
        #expect(typed == ["42"])
    }

    func missing(_ kind: Kind) async throws {
        let request = try await start(kind)
        #expect(await code { try await device.prepare(request) } == .pairingMissing)
        #expect(manager.requests(of: "prepare").isEmpty)
        #expect(request.setPairingDigits("42"))
        _ = try await device.prepare(request)
    }

    func malformed(_ text: String) async throws {
        let request = try await start()
        #expect(request.setPairingDigits("42"))
        #expect(!request.setPairingDigits(text))
        #expect(await code { try await device.prepare(request) } == .pairingMissing)
        #expect(manager.requests(of: "prepare").isEmpty)
    }

    func spaces() async throws {
        manager.state.withLock { $0.pairing = "07" }
        let request = try await start()
        #expect(request.setPairingDigits(" ٠ ７\n"))
        _ = try await device.prepare(request)
        #expect(typed == ["07"])
    }

    func wrong() async throws {
        let request = try await start()
        #expect(request.setPairingDigits("24"))
        #expect(await code { try await device.prepare(request) } == .pairingFailed)
    }

    func corrections() async throws {
        manager.state.withLock {
            $0.login.attributes = ["givenName": AttributeDescription(isRequired: true, isMissing: true, aliases: [])]
            $0.prepareErrors = [["givenName": .invalid]]
        }
        let request = try await start()
        #expect(request.setPairingDigits("42"))
        #expect(request.info.givenName?.setValue(value: "Zoe") == .valid)
        let result = try await device.sdk.authenticator.prepareAuthenticationUserInformation(request: request)
        guard case .failure(let again) = result else { throw UnexpectedAnswer() }
        _ = try await device.prepare(again)
        #expect(typed == ["42", "42"])
    }

    func scanned(_ kind: Kind) async throws {
        manager.state.withLock { $0.pairing = nil }
        let request = try await start(kind, source: .scanned)
        #expect(!request.isPairingRequired)
        #expect(request.setPairingDigits("42"))
        _ = try await device.prepare(request)
        #expect(typed == [nil])
    }

    func scannedAfterwards() async throws {
        manager.state.withLock { $0.bendStart = { $0.pairing = true } }
        #expect(try await start(source: .scanned).isPairingRequired)
    }

    func allowed() async throws {
        manager.state.withLock { $0.pairing = nil }
        let request = try await start()
        #expect(!request.isPairingRequired)
        _ = try await device.prepare(request)
    }

    func scanRequired() async throws {
        manager.state.withLock { $0.refusals[.start] = ProtocolError(.scanRequired) }
        #expect(await code { try await start() } == .scanRequired)
    }

    func otherFaces() async throws {
        let request = try await start()
        let authenticator = device.sdk.authenticator
        let missing = await code {
            try await onThread {
                _ = try authenticator.prepareAuthenticationUserInformationSynchronous(request: request)
            }
        }
        #expect(missing == .pairingMissing)
        #expect(request.setPairingDigits("42"))
        try await onThread { authenticator.prepareAuthenticationUserInformation(request: request) }
        for await event in authenticator.events {
            guard case .prepareAuthenticationUserInformation(.success(.success)) = event else {
                throw UnexpectedAnswer()
            }
            break
        }
    }
}
