import Foundation
import Synchronization
import Testing
import XignCrypto
import XignProtocol
import XignSDKTesting

@testable import XignSDK

/// The log says at each level what its documentation promises, and never a secret.
struct LogTests {
    @Test("the log", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("a login says at each level what the level promises", login, each: XignLog.Level.allCases),
        TestCase("a failure says at each level what the level promises", failure, each: failures),
        TestCase("each flow tells its end at info", eachFlow),
        TestCase("the test knows all flows", allFlows),
        TestCase("the end of an interrupted addition of a factor is told at info", addition, each: [true, false]),
        TestCase("damaged storage is an error, also when the SDK is initialized", damagedStorage),
        TestCase("a configuration without key material is a warning", withoutKeyMaterial),
        TestCase("no level shows a PIN, a token, a scanned text, an attribute or a query", secrets),
    ]

    /// The lines of a device's log, without durations and request ids.
    private final class Lines: Sendable {
        private let list = Mutex<[String]>([])
        var handler: XignLog.Handler {
            { [self] level, message in
                let time = /\ in [0-9.e-]+ seconds|, request [0-9a-f]{32}/
                list.withLock { $0.append("\(level) \(message.replacing(time, with: ""))") }
            }
        }
        func taken() -> [String] {
            list.withLock { list in
                defer { list = [] }
                return list
            }
        }
    }

    private struct Case {
        let manager: TestManager
        let folder: TemporaryFolder
        let lines = Lines()

        init() async throws {
            manager = try TestManager()
            folder = try await TestDevice.personalized(at: manager).folder
        }

        func device(
            _ level: XignLog.Level = .verbose, transport: FailingTransport? = nil,
            services: [ServiceConfiguration] = []
        ) throws -> TestDevice {
            try TestDevice(
                manager, folder: folder, gate: TestGate(), transport: transport, log: lines.handler, logLevel: level,
                services: services)
        }
    }

    /// Returns the lines that a level shows, without those of the security check, whose end depends on the machine.
    private func expected(_ all: String, at level: XignLog.Level) -> [String] {
        let shown = XignLog.Level.allCases.filter { $0 <= level && $0 != .none }.map { "\($0)" }
        return all.split(separator: "\n").map(String.init).filter { line in shown.contains { line.hasPrefix($0) } }
    }

    func login(level: XignLog.Level) async throws {
        let test = try await Case()
        _ = try await test.device(level).logsIn(pin: "482915")
        let lines = test.lines.taken().map { $0.hasPrefix("verbose") ? "verbose" : $0 }
        let all = """
            info parseProcessInitializationData: done
            verbose
            debug POST /api/device/v1/start: 200
            info startAuthentication: done
            debug POST /api/device/v1/prepare: 200
            info prepareAuthenticationUserInformation: done
            debug POST /api/device/v1/finish: 200
            info finishAuthentication: done
            """
        #expect(lines == expected(all, at: level))
    }

    // MARK: Failures

    struct Failure: CustomTestStringConvertible, Sendable {
        let name: String
        var transport: [FailingTransport.Failure] = []
        var level = XignLog.Level.debug
        let prepare: @Sendable (TestManager) throws -> Void
        let lines: String
        var testDescription: String { name }
    }

    private static let start = "debug POST /api/device/v1/start: "

    private static let failures: [Failure] = [
        Failure(
            name: "no network", prepare: { manager in manager.state.withLock { $0.lostRequests = [.start] } },
            lines: """
                \(start)URLError
                warning start: sent once more, since no answer came (connectionFailed)
                \(start)URLError
                info startAuthentication: connectionFailed
                """),
        Failure(
            name: "a wrong certificate",
            transport: [.init(error: .certificateUntrusted(.expired))], prepare: { _ in },
            lines: """
                \(start)its certificate is not trusted: it has expired, or this device's clock is wrong
                warning startAuthentication: certificateUntrusted: The certificate of login.example.org is not \
                trusted: it has expired, or this device's clock is wrong.
                """),
        Failure(
            name: "an outage",
            prepare: { manager in manager.state.withLock { $0.unsealed = TransportResponse(status: 503) } },
            lines: """
                \(start)503
                info startAuthentication: httpError
                """),
        Failure(
            name: "a refusal",
            prepare: { manager in manager.state.withLock { $0.refusals[.start] = ProtocolError(.wrongChannel) } },
            lines: """
                \(start)200
                debug start: the answer is the refusal wrongChannel
                info startAuthentication: sessionEnded
                """),
        Failure(
            name: "an answer of somebody else",
            prepare: { manager in manager.state.withLock { $0.unsealed = TransportResponse(status: 200) } },
            lines: """
                \(start)200
                error startAuthentication: responseInvalid: The answer is not from the manager, or was altered in \
                transit. Do not continue.
                """),
        Failure(
            name: "another purpose than the user began",
            prepare: { manager in manager.state.withLock { $0.login.subject = .utility(.delete) } },
            lines: """
                \(start)200
                error startAuthentication: consentMismatch: The session has another purpose than what the user began. \
                Report it.
                """),
        Failure(
            name: "a new key of the manager", prepare: { try $0.rotate() },
            lines: """
                \(start)409
                debug GET /.well-known/xign/key-material: 200
                info adopted key material 2 of login.example.org, epoch 1
                \(start)200
                info startAuthentication: done
                """),
        Failure(
            name: "a new epoch",
            prepare: { manager in
                let online = Curve25519.Signing.PrivateKey()
                let key = try TestManager.verification(online)
                try manager.rotate(
                    bending: { ($0.epoch, $0.sequence, $0.onlineKey) = (2, 1, key) },
                    signedBy: [manager.roots[1], online])
            },
            lines: """
                \(start)409
                debug GET /.well-known/xign/key-material: 200
                warning adopted key material 1 of login.example.org, epoch 2
                \(start)200
                info startAuthentication: done
                """),
    ]

    func failure(_ failure: Failure) async throws {
        for level in XignLog.Level.allCases where level != .verbose {
            let test = try await Case()
            try failure.prepare(test.manager)
            let transport = FailingTransport(failure.transport, before: test.manager)
            let device = try test.device(level, transport: transport)
            let data = try await device.sdk.xignCommon.parseProcessInitializationData(
                data: test.manager.loginPid, source: .scanned)
            guard case .authentication(let data) = data else { throw UnexpectedAnswer() }
            _ = test.lines.taken()
            _ = await code { try await device.start(data) }
            #expect(test.lines.taken() == expected(failure.lines, at: level))
        }
    }

    // MARK: Each flow

    private func services(_ manager: TestManager) throws -> [ServiceConfiguration] {
        let text = """
            {"idmIdentifier":"\(manager.idm)","clientId":"\(TestManager.inAppClientID)","name":"canteen"}
            """
        return [try ServiceConfiguration(Data(text.utf8))]
    }

    func eachFlow() async throws {
        for (name, call) in Self.flows where name != "parseProcessInitializationData" {
            let test = try await Case()
            try await call(test.device(.info, services: services(test.manager)))
            #expect(test.lines.taken().contains("info \(name): done"), "\(name)")
        }
    }

    func allFlows() throws {
        guard SymbolGraph.isAvailable else { return }
        let names = try SymbolGraph.ofSDK().symbols.compactMap { symbol in
            symbol.pathComponents.last.flatMap { $0.firstMatch(of: /^(\w+)Synchronous\(/) }.map { String($0.1) }
        }
        #expect(Set(names) == Set(Self.flows.map(\.name)))
    }

    func addition(hasSucceeded: Bool) async throws {
        let (test, gate) = (try await Case(), TestGate())
        func device() throws -> TestDevice {
            try TestDevice(test.manager, folder: test.folder, gate: gate, log: test.lines.handler, logLevel: .info)
        }
        let (interrupted, manager) = (try device(), test.manager)
        let access = try await interrupted.addFactorAccess()
        manager.state.withLock {
            if hasSucceeded { $0.lostAnswers = [.finishUtility] } else { $0.lostRequests = [.finishUtility] }
        }
        let factor = BiometricFactor(gate: gate)
        let error = await code {
            try await interrupted.personalizer.finishAddAuthenticationFactor(result: access, factor: factor)
        }
        #expect(error == .connectionFailed)
        manager.state.withLock { ($0.lostAnswers, $0.lostRequests, $0.now, $0.login) = ([], [], $0.now + 301, .init()) }
        _ = test.lines.taken()
        _ = try await device().start()
        let end = hasSucceeded ? "had succeeded" : "is given up"
        #expect(
            test.lines.taken() == [
                "info parseProcessInitializationData: done",
                "info the interrupted addition of the factor biometric at \(manager.idm) \(end)",
                "info startAuthentication: done",
            ])
    }

    // MARK: Storage, configuration

    func damagedStorage() async throws {
        let test = try await Case()
        let device = try test.device(.error)
        let folder = test.folder.url.appendingPathComponent("home/activations")
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder.path).first)
        try Data("damaged".utf8).write(to: folder.appendingPathComponent(name))
        #expect(await code { try await device.start() } == .storageFailed)
        #expect(test.lines.taken().map { $0.hasPrefix("error startAuthentication: storageFailed: ") } == [true])
        #expect(throws: XignSdkInitializationError.self) { try test.device(.error) }
        #expect(test.lines.taken().map { $0.hasPrefix("error initialize: storageUnusable: ") } == [true])
    }

    func withoutKeyMaterial() throws {
        let lines = Lines()
        _ = try XignSdkConfig.Builder().setStorageLocation(URL(fileURLWithPath: "/nowhere")).setLogLevel(.warning)
            .setLogHandler(lines.handler).build()
        #expect(lines.taken().count == 1)
    }

    // MARK: Secrets

    func secrets() async throws {
        let test = try await Case()
        let manager = test.manager
        let device = try test.device(services: services(manager))
        for (_, call) in Self.flows { _ = await code { try await call(device) } }
        manager.state.withLock { state in
            state.login = .init()
            state.login.attributes = [
                "givenName": AttributeDescription(isRequired: true, isMissing: true, aliases: []),
                "email": AttributeDescription(
                    isRequired: true, isMissing: false,
                    aliases: [.init(id: "a1", text: "zephyr@example.org", isPrimary: true)]),
            ]
        }
        _ = await code { try await Self.giveUp(device) }
        manager.state.withLock { $0.enrolled = [] }
        try await device.personalize()
        let request = try await device.start()
        #expect(request.info.givenName?.setValue(value: "Wenceslas") == .valid)
        #expect(request.info.email?.aliases.count == 1)
        _ = try await device.finish(device.prepare(request), pin: "111222")
        for operation in DeviceOperationName.allCases {
            manager.state.withLock { ($0.lostRequests, $0.unsealed) = ([operation], nil) }
            for (_, call) in Self.flows { _ = await code { try await call(device) } }
        }
        let log = test.lines.taken().joined(separator: "\n")
        #expect(log.contains("finishAuthentication"))
        let secrets = [
            "482915", "730164", "111222", "Wenceslas", "zephyr", "after=", manager.loginPid, manager.activationPid,
            Base64URL.encode(manager.qrSecret.bytes), Base64URL.encode(manager.sessionToken.bytes),
            Base64URL.encode(manager.claimToken.bytes), "code-of-",
        ]
        for secret in secrets { #expect(!log.contains(secret), "\(secret)") }
    }
}
