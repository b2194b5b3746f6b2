import Foundation
import Testing
import XignProtocol
import XignSDKTesting

@testable import XignSDK

/// Only root can mount the small disk.
struct FullDiskTests {
    @Test("a disk that is full", .enabled(if: geteuid() == 0), arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("before the keys are made: nothing is sent, and the same again activates when there is room", atFirst),
        TestCase(
            "after the manager has activated: the activation is pending, and the same again ends it when there is room",
            atLast),
        TestCase("after a lost answer and an expired token: it is the disk that is named, not the token", afterRefusal),
        TestCase("an app that starts meanwhile finds the pending activation, and the next flow finishes it", restart),
        TestCase("the code that has activated the device is told from one that somebody else has used", sameCode),
        TestCase("an activation that the manager has can be given up, and the manager learns it", givenUp),
    ]

    private let manager: TestManager
    private let disk: SmallDisk
    private let device: TestDevice

    init() throws {
        manager = try TestManager()
        let folder = try TemporaryFolder()
        disk = try SmallDisk(at: folder.url)
        device = try TestDevice(manager, folder: folder)
    }

    private var personalizer: Personalizer { device.sdk.personalizer }
    private var pending: [String] { get throws { try personalizer.pendingPersonalizations.map(\.idmIdentifier) } }

    /// Checks that a flow fails since there is no room, and says what to do.
    private func isRefused(_ flow: () async throws -> Void) async {
        let error = await #expect(throws: XignSdkError.self) { try await flow() }
        #expect(error?.errorCode == .storageFailed)
        #expect(error?.message.contains("un the same again when there is room") == true, "\(error?.message ?? "")")
        guard case .storage(let problem)? = error?.underlying as? KeyStoreError else {
            Issue.record("\(String(describing: error?.underlying)) names no reason")
            return
        }
        #expect(problem.kind == .noSpace)
    }

    /// Leaves a pending activation that the manager has, on a full disk.
    private func interrupted() async throws -> PersonalizationRequest {
        let request = try await device.request()
        manager.state.withLock { $0.lostAnswers = [.personalizeFinish] }
        _ = await code { try await personalizer.finishPersonalization(request: request) }
        manager.state.withLock { $0.lostAnswers = [] }
        try disk.fill()
        return request
    }

    func atFirst() async throws {
        let request = try await device.request()
        try disk.fill()
        await isRefused { _ = try await personalizer.finishPersonalization(request: request) }
        #expect(manager.requests(of: "personalizeFinish").isEmpty)
        #expect(try pending.isEmpty)
        try disk.makeRoom()
        #expect(try await personalizer.finishPersonalization(request: request).userName == "alice")
    }

    func atLast() async throws {
        let request = try await interrupted()
        await isRefused { _ = try await personalizer.finishPersonalization(request: request) }
        #expect(try pending == [manager.idm])
        #expect(try personalizer.personalizations.isEmpty)
        try disk.makeRoom()
        #expect(try await personalizer.finishPersonalization(request: request).userName == "alice")
        #expect(try pending.isEmpty)
    }

    func afterRefusal() async throws {
        let request = try await interrupted()
        manager.state.withLock { $0.refusals[.personalizeFinish] = ProtocolError(.unauthenticated) }
        await isRefused { _ = try await personalizer.finishPersonalization(request: request) }
        try disk.makeRoom()
        #expect(try await personalizer.finishPersonalization(request: request).userName == "alice")
    }

    func restart() async throws {
        _ = try await interrupted()
        let restarted = try device.restarted().sdk.personalizer
        #expect(
            try restarted.pendingPersonalizations.map(\.managerURL?.absoluteString) == ["https://login.example.org"])
        await isRefused { _ = try await restarted.fetchNotices(idmIdentifier: manager.idm) }
        try disk.makeRoom()
        _ = try await restarted.fetchNotices(idmIdentifier: manager.idm)
        #expect(try restarted.pendingPersonalizations.isEmpty)
        #expect(try restarted.personalizations.map(\.userName) == ["alice"])
    }

    func sameCode() async throws {
        _ = try await interrupted()
        await isRefused { _ = try await device.decrypt(pin: "482915") }
        try disk.makeRoom()
        // A manager's answer to an activation that is asked for by the device that has it.
        manager.state.withLock { $0.refusals[.open] = ProtocolError(.alreadyPersonalized) }
        #expect(await code { try await device.decrypt(pin: "482915") } == .activatedByAnotherAttempt)
        #expect(try personalizer.personalizations.map(\.userName) == ["alice"])
    }

    func givenUp() async throws {
        _ = try await interrupted()
        let result = try await personalizer.depersonalizeIdentityManager(idmIdentifier: manager.idm)
        #expect(result == .revoked)
        #expect(manager.state.withLock { $0.revoked })
        #expect(try pending.isEmpty)
    }
}

/// A file system of half a megabyte, which a test can fill.
private final class SmallDisk: Sendable {
    private let folder: URL
    private var filler: URL { folder.appendingPathComponent("filler") }

    init(at folder: URL) throws {
        self.folder = folder
        let status = try ChildProcess.status(
            of: "mount", "-t", "tmpfs", "-o", "size=512k,mode=700", "tmpfs", folder.path)
        try #require(status == 0, "mount")
    }

    func fill() throws {
        let descriptor = open(filler.path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        let page = [UInt8](repeating: 0, count: 4096)
        while write(descriptor, page, page.count) > 0 {}
        try #require(errno == ENOSPC)
    }

    func makeRoom() throws { try FileManager.default.removeItem(at: filler) }

    deinit { _ = try? ChildProcess.status(of: "umount", "-l", folder.path) }
}
