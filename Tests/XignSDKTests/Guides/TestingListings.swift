import Foundation
import Testing
import XignSDK
import XignSDKTesting

// listing
@MainActor
final class LoginModel {
    enum State: Equatable {
        case waiting
        case asksPIN(service: String)
        case locked(until: Date)
        case done
        case failed(XignSdkErrorCode)
    }

    private(set) var state = State.waiting
    private let sdk: XignSdk
    private var information: AuthenticationUserInformation?

    init(_ sdk: XignSdk) { self.sdk = sdk }

    func scanned(_ text: String) async {
        do {
            let data = try await sdk.xignCommon.parseProcessInitializationData(
                data: text, source: .scanned)
            guard case .authentication(let data) = data else { return }
            let request = try await sdk.authenticator.startAuthentication(data: data)
            let prepared = try await sdk.authenticator.prepareAuthenticationUserInformation(
                request: request)
            guard case .success(let information) = prepared else { return }
            self.information = information
            state = .asksPIN(service: request.serviceInformation.name)
        } catch { state = .failed(error.errorCode) }
    }

    func typed(_ pin: String) async {
        guard let information else { return }
        do {
            try await information.sign(factor: DeviceFactor())
            try await information.sign(factor: PinFactor(pin))
            switch try await sdk.authenticator.finishAuthentication(userInfo: information) {
            case .lockout(let lockout, let again):
                self.information = again
                state = .locked(until: lockout.lockedUntil)
            default: state = .done
            }
        } catch { state = .failed(error.errorCode) }
    }
}
// end of listing

// listing
@MainActor
struct LoginModelTests {
    let manager: TestManager
    let model: LoginModel

    init() async throws {
        manager = try TestManager()
        let phone = TestPhone()
        try await phone.activate(at: manager, pin: "482915")
        model = LoginModel(try XignSdk(phone.configuration(at: manager).build()))
        await model.scanned(manager.login())
    }

    @Test("the right PIN logs in")
    func success() async {
        #expect(model.state == .asksPIN(service: "Shop"))
        await model.typed("482915")
        #expect(model.state == .done)
    }

    @Test("a wrong PIN locks, and the right one logs in after the lockout")
    func lockout() async {
        await model.typed("111222")
        #expect(model.state == .locked(until: manager.date.addingTimeInterval(30)))
        manager.wait(seconds: 30)
        await model.typed("482915")
        #expect(model.state == .done)
    }

    @Test("without a network the screen says so")
    func offline() async {
        manager.network = .offline
        await model.typed("482915")
        #expect(model.state == .failed(.connectionFailed))
    }
}
// end of listing

// listing
struct KilledAppTests {
    @Test("a phone that is killed during its activation can go on", arguments: 0...2)
    func killed(answers: Int) async throws {
        let (manager, phone) = (try TestManager(), TestPhone())
        // Only so many answers arrive: the first one to the PIN, the second one to the keys.
        manager.network = .losesAnswers(after: answers)
        try? await phone.activate(at: manager)
        manager.network = .up
        // The app was killed: another instance on the same phone.
        let sdk = try XignSdk(phone.configuration(at: manager).build())
        for pending in try sdk.personalizer.pendingPersonalizations {
            _ = try? await sdk.personalizer.fetchNotices(idmIdentifier: pending.idmIdentifier)
        }
        // Without an answer to the PIN there is nothing to go on with.
        #expect(try sdk.personalizer.personalizations.count == (answers == 0 ? 0 : 1))
    }
}
// end of listing
