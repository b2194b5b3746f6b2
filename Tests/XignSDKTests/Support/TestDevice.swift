import Foundation
import Synchronization
import Testing
import XignProtocol
import XignSDKTesting

@testable import XignSDK

/// A folder that is removed with the test.
final class TemporaryFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("xign-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// Returns every file by its path in the folder, except the lock.
    func files() throws -> [String: Data] {
        var files: [String: Data] = [:]
        for case let path as String in FileManager.default.enumerator(atPath: url.path) ?? .init() {
            let file = url.appendingPathComponent(path)
            var isFolder: ObjCBool = false
            if FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder), !isFolder.boolValue,
                file.lastPathComponent != ".lock"
            {
                files[path] = try Data(contentsOf: file)
            }
        }
        return files
    }
}

/// A device with its own home, connected to a test manager.
struct TestDevice {
    let folder: TemporaryFolder
    let manager: TestManager
    let sdk: XignSdk

    init(
        _ manager: TestManager, folder: TemporaryFolder? = nil, keyStore: (any KeyStore)? = nil,
        gate: (any BiometricGate)? = nil, transport: FailingTransport? = nil, log: XignLog.Handler? = nil,
        logLevel: XignLog.Level = .verbose, services: [ServiceConfiguration] = [], showsAdditions: Bool = false
    ) throws {
        let folder = try folder ?? TemporaryFolder()
        self.folder = folder
        self.manager = manager
        let builder = manager.configuration.setStorageLocation(folder.url.appendingPathComponent("home"))
            .setLogLevel(log == nil ? .none : logLevel).setLogHandler(log ?? { _, _ in })
            .setKeyStore(keyStore ?? Self.keyStore(folder))
        if let gate { builder.setBiometricGate(gate) }
        if showsAdditions { builder.showsAdditionalInformation() }
        if let transport {
            builder.setTransport(transport)
            builder.uptime = transport.uptime
        }
        for service in services { builder.addServiceConfiguration(try JSONEncoder().encode(service)) }
        sdk = try XignSdk(builder.build())
    }

    /// Returns an activated device. The first is personalized, the others are copies of its home, since proving an
    /// activation PIN is deliberately slow.
    static func personalized(
        at manager: TestManager, gate: (any BiometricGate)? = nil, log: XignLog.Handler? = nil,
        services: [ServiceConfiguration] = [], showsAdditions: Bool = false
    ) async throws -> TestDevice {
        if let template = template.withLock({ $0 }) {
            let folder = try TemporaryFolder()
            for (path, content) in template.files {
                let file = folder.url.appendingPathComponent(path)
                var parent = try PrivateFolder(folder.url.appendingPathComponent("home").path)
                for name in path.split(separator: "/").dropLast() where name != "home" {
                    parent = try PrivateFolder(
                        (path.hasPrefix("home/") ? parent.path : folder.url.path) + "/" + name)
                }
                try parent.write(content, to: file.lastPathComponent)
            }
            manager.state.withLock { $0.enrolled = template.enrolled }
            return try TestDevice(
                manager, folder: folder, gate: gate, log: log, services: services, showsAdditions: showsAdditions)
        }
        let device = try TestDevice(
            manager, gate: gate, log: log, services: services, showsAdditions: showsAdditions)
        try await device.personalize()
        let files = try device.folder.files()
        template.withLock { $0 = (files, manager.state.withLock { $0.enrolled }) }
        return device
    }
    private static let template = Mutex<(files: [String: Data], enrolled: [FactorPublicKey])?>(nil)

    /// A key store with a low cost, for debug builds.
    static func keyStore(_ folder: TemporaryFolder) -> FileKeyStore {
        FileKeyStore(
            folder: folder.url.appendingPathComponent("keys"), cost: Stretching(logN: 4, r: 8, p: 1))
    }

    func decrypt(pin: String) async throws -> PersonalizationResponse {
        let data = try await sdk.xignCommon.parseProcessInitializationData(
            data: manager.activationPid, source: .scanned)
        guard case .personalization(let data) = data else { throw UnexpectedAnswer() }
        return try await sdk.personalizer.decryptPersonalizationInitializationData(data: data, pin: pin)
    }

    func request() async throws -> PersonalizationRequest {
        guard case .personalize(let request) = try await decrypt(pin: "482915") else { throw UnexpectedAnswer() }
        return request
    }

    @discardableResult
    func personalize() async throws -> PersonalizationResult {
        try await sdk.personalizer.finishPersonalization(request: request())
    }

    func start() async throws -> AuthenticateRequest { try await start(manager.loginPid) }

    /// Starts the login or transaction of a pid.
    func start(_ pid: String, source: ProcessInitializationData.Source = .scanned) async throws -> AuthenticateRequest {
        switch try await sdk.xignCommon.parseProcessInitializationData(data: pid, source: source) {
        case .authentication(let data): try await start(data)
        case .transaction(let data): try await start(data)
        case .personalization: throw UnexpectedAnswer()
        }
    }

    func start(_ data: AuthenticationInitializationData) async throws -> AuthenticateRequest {
        try await sdk.authenticator.startAuthentication(data: data)
    }

    /// Runs a whole authentication with device and PIN.
    func authenticate(
        _ data: AuthenticationInitializationData, pin: String = "482915"
    ) async throws -> AuthenticationResult {
        try await finish(prepare(start(data)), pin: pin)
    }

    /// Starts another instance of the SDK on the same home, like an app that was terminated and started again.
    func restarted(gate: (any BiometricGate)? = nil) throws -> TestDevice {
        try TestDevice(manager, folder: folder, gate: gate)
    }

    func prepare(_ request: AuthenticateRequest) async throws -> AuthenticationUserInformation {
        let result = try await sdk.authenticator.prepareAuthenticationUserInformation(request: request)
        guard case .success(let information) = result else { throw UnexpectedAnswer() }
        return information
    }

    /// Signs with device and PIN and finishes, after the end of the lockout with which the information came.
    func finish(_ information: AuthenticationUserInformation, pin: String) async throws -> AuthenticationResult {
        if information.runningLockout?.canResume == true { manager.wait(seconds: 30) }
        try await information.sign(factor: DeviceFactor())
        try await information.sign(factor: PinFactor(pin))
        return try await sdk.authenticator.finishAuthentication(userInfo: information)
    }
}

/// The error for an answer that the test does not expect.
struct UnexpectedAnswer: Error {}

/// Returns the code of a flow's error; nil if it succeeds.
func code<T>(of body: () async throws -> T) async -> XignSdkErrorCode? {
    do {
        _ = try await body()
        return nil
    } catch { return (error as? XignSdkError)?.errorCode ?? XignSdkErrorCode(rawValue: "other: \(error)") }
}
