import Foundation
import Synchronization
import Testing
import XignProtocol
import XignSDKTesting

@testable import XignSDK

/// Nothing stored on the device distinguishes a right PIN from a wrong one, so a thief cannot test guesses.
struct PinSecrecyTests {
    @Test("nothing that depends on the PIN is stored", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("two PINs leave byte-identical homes at every crash point", identicalHomes),
        TestCase("an activation PIN that becomes the device's PIN is not stored either", keptActivationPin),
        TestCase("nothing that happens in a login is stored, be the PIN right or wrong", loginsLeaveNothing),
        TestCase(
            "a change of the PIN and a further activation leave nothing of a PIN, whatever is lost on the way",
            utilityProcessesLeaveNothing),
    ]

    /// The stored files at one moment.
    struct Home: Equatable {
        let moment: String
        let files: [String: Data]
    }

    func identicalHomes() async throws {
        let first = try await homes(activationPin: "482915", pin: "730164")
        let second = try await homes(activationPin: "593026", pin: "918273")
        #expect(first.map(\.moment) == second.map(\.moment))
        for (home, other) in zip(first, second) { #expect(home == other) }
        // Each of the eight requests is lost once, and so is each answer; the stored files change in between.
        #expect(first.count >= 16)
        #expect(Set(first.map(\.files)).count >= 3)
    }

    func keptActivationPin() async throws {
        var homes: [[String: Data]] = []
        for pin in ["482915", "593026"] {
            let life = try Life(activationPin: pin)
            _ = try await life.device().sdk.personalizer.finishPersonalization(request: life.opened(pin))
            homes.append(try life.folder.files())
        }
        #expect(homes[0] == homes[1] && !homes[0].isEmpty)
    }

    func loginsLeaveNothing() async throws {
        let homes = try await homes(activationPin: "482915", pin: "730164")
        let logins = homes.drop { $0.moment != "activated" }
        #expect(logins.count > 8)
        #expect(Set(logins.map(\.files)).count == 1)
    }

    func utilityProcessesLeaveNothing() async throws {
        let first = try await utilityHomes(pin: "730164", newPin: "518206")
        let second = try await utilityHomes(pin: "918273", newPin: "264950")
        #expect(first.map(\.moment) == second.map(\.moment))
        #expect(first.count == 9)
        for (home, other) in zip(first, second) { #expect(home == other) }
        // The mark of a change without an answer is all that is ever added.
        #expect(Set(first.map(\.files)).count == 2)
    }

    /// Returns the device's files at each point of two utility processes where it could lose power.
    private func utilityHomes(pin: String, newPin: String) async throws -> [Home] {
        let life = try Life(activationPin: pin)
        let opened = try await life.opened(pin)
        opened.alias = "laptop"
        let device = try life.device()
        _ = try await device.personalizer.finishPersonalization(request: opened)
        var homes = [try life.home("activated")]

        func interrupting(_ moment: String, _ step: () async throws -> Void) async throws {
            for lost in ["request", "answer", "nothing"] {
                life.manager.state.withLock {
                    $0.lostRequests = lost == "request" ? [.finishUtility] : []
                    $0.lostAnswers = lost == "answer" ? [.finishUtility] : []
                }
                #expect(await code(of: step) == (lost == "nothing" ? nil : .connectionFailed))
                homes.append(try life.home("\(moment), \(lost) lost"))
            }
        }
        let change = try await device.changePinAccess(pin: pin)
        try #require(change.pinSpec.setPin(pin) == .valid)
        #expect(await code { try await device.personalizer.finishChangePin(request: change) } == .samePin)
        homes.append(try life.home("present PIN"))
        try #require(change.pinSpec.setPin(newPin) == .valid)
        try await interrupting("changed PIN") { try await device.personalizer.finishChangePin(request: change) }

        guard
            case .lockout(_, let again) = try await device.authenticate(device.begin(.newActivation), pin: pin),
            case .apiAccessRequestNewActivationData(let access) = try await device.finish(again, pin: newPin)
        else { throw UnexpectedAnswer() }
        homes.append(try life.home("old PIN"))
        try #require(access.pinSpec.setPin(pin) == .valid)
        try await interrupting("new activation") {
            _ = try await device.personalizer.finishRequestNewActivationData(access)
        }
        return homes
    }

    /// Returns the device's files at each point of its life where it could lose power. It restarts before each step.
    private func homes(activationPin: String, pin: String) async throws -> [Home] {
        let life = try Life(activationPin: activationPin)
        life.manager.state.withLock { $0.newPinRequired = true }
        var homes: [Home] = []

        /// Interrupts the step before its request arrives, then before its answer arrives.
        func interrupting(_ operation: DeviceOperationName, _ step: () async throws -> Void) async throws {
            for isAnswer in [false, true] {
                life.manager.state.withLock {
                    $0.lostRequests = isAnswer ? [] : [operation]
                    $0.lostAnswers = isAnswer ? [operation] : []
                }
                #expect(await code(of: step) == .connectionFailed)
                homes.append(try life.home("\(operation) \(isAnswer ? "unanswered" : "not arrived")"))
                life.manager.state.withLock { ($0.lostRequests, $0.lostAnswers) = ([], []) }
            }
        }
        func enrolling(_ request: PersonalizationRequest) async throws {
            request.alias = "laptop"
            try #require(request.pinSpecification.setPin(pin) == .valid)
            _ = try await life.device().sdk.personalizer.finishPersonalization(request: request)
        }

        let wrong = activationPin == "482915" ? "111222" : "333444"
        life.manager.state.withLock { $0.refusals[.open] = ProtocolError(.activationInvalid) }
        #expect(await code { _ = try await life.opened(wrong) } != nil)
        homes.append(try life.home("wrong activation PIN"))
        life.manager.state.withLock { $0.refusals[.open] = nil }

        try await interrupting(.open) { _ = try await life.opened(activationPin) }
        let request = try await life.opened(activationPin)
        homes.append(try life.home("opened"))
        try await interrupting(.personalizeFinish) { try await enrolling(request) }
        // The state is unknown until the manager is asked.
        try await interrupting(.status) { _ = try await life.device().start() }
        _ = try await life.device().start()
        homes.append(try life.home("activated"))

        try await interrupting(.start) { _ = try await life.device().start() }
        try await interrupting(.prepare) {
            let device = try life.device()
            _ = try await device.prepare(device.start())
        }
        for typed in [pin, "555123"] {
            try await interrupting(.finish) {
                let device = try life.device()
                _ = try await device.finish(device.prepare(device.start()), pin: typed)
            }
        }
        for typed in ["555123", pin] {
            life.manager.wait(seconds: 30)
            let device = try life.device()
            _ = try await device.finish(device.prepare(device.start()), pin: typed)
            homes.append(try life.home("login"))
        }
        try await interrupting(.abort) {
            let device = try life.device()
            try await device.sdk.authenticator.abortAuthentication(request: device.start(), reason: .notMe)
        }
        return homes
    }
}

/// A device with known random bytes, and its manager.
private struct Life {
    let manager: TestManager
    let folder: TemporaryFolder
    private let store: FileKeyStore

    init(activationPin: String) throws {
        manager = try TestManager()
        manager.state.withLock { $0.pin = activationPin }
        folder = try TemporaryFolder()
        let drawn = Mutex<UInt8>(0)
        store = FileKeyStore(
            folder: folder.url.appendingPathComponent("keys"), cost: Stretching(logN: 4, r: 8, p: 1)
        ) { count in
            drawn.withLock {
                $0 += 1
                return [UInt8](repeating: $0, count: count)
            }
        }
    }

    /// Starts the device.
    func device() throws -> TestDevice { try TestDevice(manager, folder: folder, keyStore: store) }

    func opened(_ pin: String) async throws -> PersonalizationRequest {
        guard case .personalize(let request) = try await device().decrypt(pin: pin) else { throw UnexpectedAnswer() }
        return request
    }

    func home(_ moment: String) throws -> PinSecrecyTests.Home {
        PinSecrecyTests.Home(moment: moment, files: try folder.files())
    }
}
