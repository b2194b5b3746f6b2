import Foundation
import Synchronization
import Testing
import XignProtocol
import XignSDKTesting

@testable import XignSDK

/// The ids by which an operator finds what an app reports.
struct RequestIdTests {
    @Test("a request id", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("has 32 lower-case digits in base16", form),
        TestCase("is the same in the repetition, the fetch of key material and the request sealed anew", oneOperation),
        TestCase("is another one for the next operation", nextOperation),
        TestCase("is that of the error, for refusals and outages, in all variants", errors),
        TestCase("is in the log, beside the request and the failure", log),
        TestCase("is nil in an error before any request", none),
    ]

    private struct Case {
        let manager: TestManager
        let folder: TemporaryFolder
        let lines = Lines()

        init() async throws {
            manager = try TestManager()
            folder = try await TestDevice.personalized(at: manager).folder
        }

        func device(_ failures: [FailingTransport.Failure] = []) throws -> (TestDevice, FailingTransport) {
            let transport = FailingTransport(failures, before: manager)
            let device = try TestDevice(
                manager, folder: folder, transport: transport, log: lines.handler, logLevel: .debug)
            return (device, transport)
        }
    }

    private final class Lines: Sendable {
        private let list = Mutex<[String]>([])
        var handler: XignLog.Handler { { [self] _, message in list.withLock { $0.append(message) } } }
        var all: [String] { list.withLock { $0 } }
    }

    private func ids(_ transport: FailingTransport) -> [String?] {
        transport.requests.map { request in request.headers.first { $0.name == "Xign-Request-Id" }?.value }
    }

    func form() async throws {
        let (device, transport) = try await Case().device()
        _ = try await device.start()
        let id = try #require(ids(transport).first ?? nil)
        #expect(id.wholeMatch(of: /[0-9a-f]{32}/) != nil, "\(id)")
    }

    func oneOperation() async throws {
        let test = try await Case()
        try test.manager.rotate()
        let (device, transport) = try test.device([.init(error: .failed("lost"))])
        _ = try await device.start()
        let paths = transport.requests.map(\.url.lastPathComponent)
        #expect(paths == ["start", "start", "key-material", "start"])
        #expect(Set(ids(transport)).count == 1)
        #expect(!ids(transport).contains(nil))
    }

    func nextOperation() async throws {
        let (device, transport) = try await Case().device()
        _ = try await device.logsIn(pin: "482915")
        #expect(transport.requests.map(\.url.lastPathComponent) == ["start", "prepare", "finish"])
        #expect(Set(ids(transport)).count == 3)
    }

    func errors() async throws {
        for refusal in [true, false] {
            let test = try await Case()
            test.manager.state.withLock { state in
                if refusal {
                    state.refusals[.list] = ProtocolError(.accountDisabled)
                } else {
                    state.unsealed = TransportResponse(status: 503)
                }
            }
            let (device, transport) = try test.device()
            let (sdk, idm) = (device.sdk, test.manager.idm)
            let error = await #expect(throws: XignSdkError.self) {
                try await sdk.personalizer.fetchActivations(idmIdentifier: idm)
            }
            #expect(error?.requestId != nil)
            #expect(error?.requestId == ids(transport).last)
            #expect(error.map { "\($0)".contains($0.requestId ?? "?") } == true)
            let blocking = blockingError(of: sdk, idm)
            #expect(blocking?.requestId == ids(transport).last)
            #expect(blocking?.requestId != error?.requestId)
        }
    }

    private func blockingError(of sdk: XignSdk, _ idm: String) -> XignSdkError? {
        do {
            _ = try sdk.personalizer.fetchActivationsSynchronous(idmIdentifier: idm)
            return nil
        } catch { return error }
    }

    func log() async throws {
        let test = try await Case()
        test.manager.state.withLock { $0.refusals[.start] = ProtocolError(.wrongChannel) }
        let (device, transport) = try test.device()
        #expect(await code { try await device.start() } == .sessionEnded)
        let id = try #require(ids(transport).first ?? nil)
        let lines = test.lines.all.filter { $0.hasSuffix(", request \(id)") }
        #expect(lines.map { String($0.prefix { $0 != ":" }) } == ["POST /api/device/v1/start", "startAuthentication"])
    }

    func none() async throws {
        let (device, _) = try await Case().device()
        let common = device.sdk.xignCommon
        let error = await #expect(throws: XignSdkError.self) {
            try await common.parseProcessInitializationData(data: "nothing", source: .scanned)
        }
        #expect(error != nil)
        #expect(error?.requestId == nil)
    }
}
