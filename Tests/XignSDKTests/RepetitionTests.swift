import Foundation
import Synchronization
import Testing
import XignSDKTesting

@testable import XignSDK

/// A transport with prescribed failures and a clock that the test controls.
final class FailingTransport: Transport {
    struct Failure {
        var error: TransportError
        var duration: Duration = .zero
    }

    private let manager: TestManager
    private let failures: Mutex<[Failure]>
    private let clock = Mutex(ContinuousClock.now)
    private let received = Mutex<[TransportRequest]>([])

    init(_ failures: [Failure], before manager: TestManager) {
        self.manager = manager
        self.failures = Mutex(failures)
    }

    var uptime: @Sendable () -> ContinuousClock.Instant { { self.clock.withLock { $0 } } }
    var requests: [TransportRequest] { received.withLock { $0 } }

    /// Lets time pass on the monotonic clock alone.
    func wait(_ duration: Duration) { clock.withLock { $0 = $0.advanced(by: duration) } }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        received.withLock { $0.append(request) }
        let failure = failures.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        guard let failure else { return try await manager.send(request) }
        wait(failure.duration)
        throw failure.error
    }
}

struct RepetitionTests {
    @Test("a request without an answer", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("is sent once more, byte for byte", repeated),
        TestCase("is repeated in what is left of its time", deadline),
        TestCase("is not sent a third time", twice),
        TestCase("does not include one whose answer is too large", tooLarge),
        TestCase("because of an untrusted certificate says so, and is not repeated", untrusted),
    ]

    /// Starts an authentication. Returns its error and the requests that were sent.
    private func start(
        failing failures: FailingTransport.Failure...
    ) async throws -> (code: XignSdkErrorCode?, requests: [TransportRequest]) {
        let manager = try TestManager()
        let template = try await TestDevice.personalized(at: manager)
        let transport = FailingTransport(failures, before: manager)
        let device = try TestDevice(manager, folder: template.folder, transport: transport)
        return (await code { try await device.start() }, transport.requests)
    }

    func repeated() async throws {
        let start = try await start(failing: .init(error: .failed("lost")))
        #expect(start.code == nil)
        #expect(start.requests.count == 2)
        #expect(start.requests.first?.body == start.requests.last?.body)
    }

    func deadline() async throws {
        let slow = try await start(failing: .init(error: .timedOut, duration: .seconds(10)))
        #expect(slow.code == nil)
        #expect(slow.requests.map(\.timeout) == [10, 5])
        let late = try await start(failing: .init(error: .timedOut, duration: .seconds(15)))
        #expect(late.code == .timedOut)
        #expect(late.requests.count == 1)
    }

    func twice() async throws {
        let start = try await start(failing: .init(error: .failed("lost")), .init(error: .timedOut))
        #expect(start.code == .timedOut)
        #expect(start.requests.count == 2)
    }

    func tooLarge() async throws {
        let start = try await start(failing: .init(error: .responseTooLarge))
        #expect(start.code == .responseInvalid)
        #expect(start.requests.count == 1)
    }

    func untrusted() async throws {
        let start = try await start(failing: .init(error: .certificateUntrusted(.unknownAuthority)))
        #expect(start.code == .certificateUntrusted)
        #expect(start.requests.count == 1)
    }
}
