import Foundation
import Testing
import XignProtocol
import XignSDKTesting

@testable import XignSDK

struct DeletionTests {
    @Test("the deletion of an account", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(await Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("leaves the activation on the device until it is depersonalized", deletes),
        TestCase(
            "whose request or answer got lost is repeated, although no key proves it any longer", lost,
            each: [true, false]),
        TestCase(
            "whose app was terminated has happened or not, and the app can tell", terminated, each: [true, false]),
    ]

    let manager: TestManager
    let device: TestDevice

    init() async throws {
        manager = try TestManager()
        device = try await TestDevice.personalized(at: manager)
    }

    private func finish(_ access: ApiAccessDelete) async -> XignSdkErrorCode? {
        await code { try await device.personalizer.finishDeletion(request: access) }
    }

    private var isDeleted: Bool { manager.state.withLock { $0.enrolled.isEmpty } }

    func deletes() async throws {
        let access = try await device.deletionAccess()
        #expect(!isDeleted)
        #expect(await finish(access) == nil)
        #expect(isDeleted)
        #expect(try device.personalizer.personalizations.count == 1)
        #expect(await code { try await device.start() } == .activationUnknown)
        #expect(await finish(access) == .wrongOrder)
        let result = try await device.personalizer.depersonalizeIdentityManager(idmIdentifier: manager.idm)
        #expect(result == .revoked)
        #expect(try device.folder.files().isEmpty)
    }

    func lost(isAnswer: Bool) async throws {
        let access = try await device.deletionAccess()
        manager.state.withLock {
            $0.lostRequests = isAnswer ? [] : [.finishUtility]
            $0.lostAnswers = isAnswer ? [.finishUtility] : []
        }
        #expect(await finish(access) == .connectionFailed)
        #expect(isDeleted == isAnswer)
        #expect(try device.personalizer.unansweredChanges.map(\.kind) == [.delete])
        manager.state.withLock { ($0.lostRequests, $0.lostAnswers) = ([], []) }
        #expect(await finish(access) == nil)
        #expect(isDeleted)
        #expect(try device.personalizer.unansweredChanges.isEmpty)
        #expect(Set(manager.state.withLock { $0.utility.bodies }).count == 1)
    }

    func terminated(isAnswer: Bool) async throws {
        let access = try await device.deletionAccess()
        manager.state.withLock {
            $0.lostRequests = isAnswer ? [] : [.finishUtility]
            $0.lostAnswers = isAnswer ? [.finishUtility] : []
        }
        #expect(await finish(access) == .connectionFailed)
        manager.state.withLock { ($0.lostRequests, $0.lostAnswers) = ([], []) }
        let restarted = try device.restarted()
        #expect(await code { try await restarted.begin(.delete) } == (isAnswer ? .activationUnknown : nil))
        try await restarted.personalizer.depersonalizeIdentityManager(idmIdentifier: manager.idm)
        #expect(try device.folder.files().isEmpty)
    }
}
