import Foundation
import Synchronization
import Testing
import XignProtocol

@testable import XignSDK

/// Nothing on the device tells a right PIN from a wrong one: whoever steals it has nothing to compare a guess with.
@Suite("nothing that depends on the PIN is stored")
struct PinSecrecyTests {
    /// Where the device loses its power.
    enum CrashPoint: CaseIterable {
        case beforeEnrolmentArrives, beforeItsAnswer, afterPersonalization, afterLogin, afterLockout
    }

    @Test("two PINs leave byte-identical homes at every crash point", arguments: CrashPoint.allCases)
    func identicalHomes(_ point: CrashPoint) async throws {
        let (first, second) = (try await home(pin: "730164", point), try await home(pin: "918273", point))
        #expect(first == second)
        #expect(!first.isEmpty)
    }

    /// The two devices draw the same random bytes, and are answered with the same ones.
    private func home(pin: String, _ point: CrashPoint) async throws -> [String: Data] {
        let manager = try TestManager()
        manager.state.withLock { $0.newPinRequired = true }
        let folder = try TemporaryFolder()
        let bytes = Mutex<UInt8>(0)
        let store = FileKeyStore(
            folder: folder.url.appendingPathComponent("keys"), cost: FileKeyStore.Stretching(logN: 4, r: 8, p: 1)
        ) { count in
            bytes.withLock {
                $0 += 1
                return [UInt8](repeating: $0, count: count)
            }
        }
        let device = try TestDevice(manager, folder: folder, keyStore: store)
        let request = try await device.request()
        request.alias = "laptop"
        try #require(request.pinSpecification.setPin(pin) == .valid)
        switch point {
        case .beforeEnrolmentArrives: manager.state.withLock { $0.lostRequests = [.personalizeFinish] }
        case .beforeItsAnswer: manager.state.withLock { $0.lostAnswers = [.personalizeFinish] }
        case .afterPersonalization, .afterLogin, .afterLockout: break
        }
        _ = await code { try await device.sdk.personalizer.finishPersonalization(request: request) }
        if point == .afterLogin || point == .afterLockout {
            let used = point == .afterLogin ? pin : "555123"
            _ = try await device.finish(device.prepare(device.start()), pin: used)
        }
        return try folder.files()
    }
}
