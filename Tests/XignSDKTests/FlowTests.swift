import Foundation
import Synchronization
import Testing
import XignSDKTesting

@testable import XignSDK

struct FlowTests {
    @Test("flows", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("any number of callers may block at once, in tasks and on Dispatch, and all get through", manyCallers),
        TestCase("every error leaves as a XignSdkError; cancellation and layers below have their codes", errors),
        TestCase("before initialization every flow ends with notInitialized, and traps nothing", uninitialized),
        TestCase("the first initialization fills the shared instance that the app had taken before", filled),
        TestCase("a later initialization replaces the shared instance, and the old one goes on", replaced),
    ]

    func manyCallers() async throws {
        let manager = try TestManager()
        let device = try await TestDevice.personalized(at: manager)
        let (sdk, pid) = (device.sdk, manager.loginPid)
        let start: @Sendable () throws -> Int = {
            let data = try sdk.xignCommon.parseProcessInitializationDataSynchronous(data: pid, source: .scanned)
            guard case .authentication(let data) = data else { throw UnexpectedAnswer() }
            let request = try sdk.authenticator.startAuthenticationSynchronous(data: data)
            guard
                case .success(let information) =
                    try sdk.authenticator.prepareAuthenticationUserInformationSynchronous(request: request)
            else { throw UnexpectedAnswer() }
            try information.sign(factor: DeviceFactor())
            try information.sign(factor: PinFactor("482915"))
            return information.requestedAuthenticators.count
        }
        let statuses = Statuses()
        async let dispatched: Void = withCheckedContinuation { continuation in
            Thread.detachNewThread {
                let group = DispatchGroup()
                for _ in 0..<300 {
                    DispatchQueue.global().async(group: group) { statuses.add((try? start()) ?? 0) }
                }
                group.wait()
                continuation.resume()
            }
        }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<64 { group.addTask { statuses.add((try? start()) ?? 0) } }
        }
        await dispatched
        #expect(statuses.all == Array(repeating: 1, count: 364))
    }

    func errors() async {
        struct Foreign: Error {}
        #expect(await code { try await Flow<Int> { throw Foreign() }.result() } == .unexpected)
        #expect(await code { try await Flow<Int> { throw CancellationError() }.result() } == .cancelled)
        #expect(await code { try await Flow<Int> { throw KeyStoreError.keysMissing }.result() } == .keyUnavailable)
        #expect(
            await code { try await Flow<Int> { throw XignSdkHttpError(TransportResponse(status: 503)) }.result() }
                == .httpError)
        #expect(throws: XignSdkError.self) { try Flow<Int> { throw Foreign() }.wait() }
    }

    func uninitialized() async {
        #expect(await code { try await XignSdk.shared.xignCommon.executeSecurityCheck() } == .notInitialized)
        #expect(
            await code { try await XignSdk.shared.personalizer.startChangePin(idmIdentifier: "x") } == .notInitialized)
        #expect(await code { try XignSdk.shared.personalizer.personalizations } == .notInitialized)
        #expect(await code { try XignSdk.shared.personalizer.pendingPersonalizations } == .notInitialized)
    }

    private func configuration(_ manager: TestManager, _ folder: TemporaryFolder) throws -> XignSdkConfig {
        try XignSdkConfig.Builder().addKeyMaterial(manager.keyMaterial)
            .addServiceConfiguration(
                Data(
                    """
                    {"idmIdentifier": "\(manager.idm)", "clientId": "shop", "name": "Shop"}
                    """.utf8)
            )
            .setStorageLocation(folder.url.appendingPathComponent("home")).setKeyStore(TestDevice.keyStore(folder))
            .setTransport(manager).build()
    }

    func filled() async throws {
        let (shared, manager, folder) = (SharedInstance(), try TestManager(), try TemporaryFolder())
        let sdk = shared.value
        let common = sdk.xignCommon
        var events = common.events.makeAsyncIterator()
        #expect(await code { try await common.executeSecurityCheck() } == .notInitialized)
        #expect(sdk.serviceConfigurations.isEmpty)
        try shared.initialize(configuration(manager, folder))
        #expect(shared.value === sdk)
        #expect(await code { try await common.executeSecurityCheck() } == nil)
        #expect(sdk.serviceConfigurations.count == 1)
        #expect(sdk.managers.map(\.idmIdentifier) == [manager.idm])
        Self.check(common)
        guard case .executeSecurityCheck(.success) = await events.next() else { throw UnexpectedAnswer() }
    }

    /// Calls the event variant, which asynchronous code cannot name.
    private static func check(_ common: XignCommon) { common.executeSecurityCheck() }

    func replaced() async throws {
        let (shared, manager) = (SharedInstance(), try TestManager())
        let (first, second) = (try TemporaryFolder(), try TemporaryFolder())
        try shared.initialize(configuration(manager, first))
        let old = shared.value
        try shared.initialize(configuration(manager, second))
        #expect(shared.value !== old)
        #expect(await code { try await old.xignCommon.executeSecurityCheck() } == nil)
    }
}

@Suite("event queues") @MainActor
struct EventQueueTests {
    let queue = EventQueue<Int>()

    final class Receiver {
        var seen: [Int] = []
        let takes: (Int) -> Bool
        init(_ takes: @escaping (Int) -> Bool) { self.takes = takes }
    }

    private func subscribe(_ receiver: Receiver) {
        queue.subscribe(ObjectIdentifier(receiver)) { [weak receiver] event in
            guard let receiver else { return nil }
            receiver.seen.append(event)
            return receiver.takes(event)
        }
    }

    /// Posts events and waits until they were delivered.
    private func post(_ events: [Int]) async {
        for event in events { queue.post(event) }
        for _ in 0...events.count { await Task { @MainActor in }.value }
    }

    @Test("offer events in order, to the receivers in the order of their subscription, until one consumes")
    func order() async {
        let (first, second) = (Receiver { $0.isMultiple(of: 2) }, Receiver { _ in true })
        subscribe(first)
        subscribe(second)
        await post([1, 2, 3])
        #expect(first.seen == [1, 2, 3])
        #expect(second.seen == [1, 3])
    }

    @Test("keep what nobody consumed, and offer it again to whoever subscribes")
    func redelivery() async {
        let deaf = Receiver { _ in false }
        subscribe(deaf)
        await post([1, 2])
        let late = Receiver { _ in true }
        subscribe(late)
        #expect(late.seen == [1, 2])
        let later = Receiver { _ in true }
        subscribe(later)
        #expect(later.seen.isEmpty)
    }

    @Test("hold receivers weakly")
    func weak() async {
        var gone: Receiver? = Receiver { _ in true }
        if let gone { subscribe(gone) }
        gone = nil
        let present = Receiver { _ in true }
        subscribe(present)
        await post([7])
        #expect(present.seen == [7])
    }

    @Test("hand each event to one taker alone, and none to a cancelled one")
    func takers() async {
        let cancelled = Task { await queue.next() }
        cancelled.cancel()
        #expect(await cancelled.value == nil)
        let takers = (0..<3).map { _ in Task { await queue.next() } }
        await post([1, 2, 3])
        var taken: [Int] = []
        for taker in takers { if let event = await taker.value { taken.append(event) } }
        #expect(taken.sorted() == [1, 2, 3])
    }

    @Test("drop what nobody consumed when told to")
    func removal() async {
        await post([1])
        queue.removeUnconsumed()
        let late = Receiver { _ in true }
        subscribe(late)
        #expect(late.seen.isEmpty)
    }
}
