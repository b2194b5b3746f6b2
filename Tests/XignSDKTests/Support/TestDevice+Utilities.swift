import Foundation
import XignProtocol

@testable import XignSDK

/// A process that an app begins for its own activation.
enum BegunProcess: String, CaseIterable, Sendable {
    case addFactor, changePin, newActivation, delete, revoke

    static let target = ListActivations.Item(
        activationId: .random(), alias: "Zoë’s phone", platform: "Android", since: 1_790_000_000, expiresAt: nil)

    /// The subject that the process must have.
    var subject: UtilitySubject {
        let target = Self.target
        return switch self {
        case .addFactor: .addFactor(.biometric)
        case .changePin: .changePin
        case .newActivation: .newActivation
        case .delete: .delete
        case .revoke:
            .revoke(
                .init(id: target.activationId, alias: target.alias, platform: target.platform, since: target.since))
        }
    }
}

extension TestDevice {
    var personalizer: Personalizer { sdk.personalizer }

    func begin(_ process: BegunProcess) async throws -> AuthenticationInitializationData {
        let idm = manager.idm
        switch process {
        case .addFactor:
            return try await personalizer.startAddAuthenticationFactor(idmIdentifier: idm, factorType: .biometric)
        case .changePin: return try await personalizer.startChangePin(idmIdentifier: idm)
        case .newActivation: return try await personalizer.startRequestNewActivationData(idmIdentifier: idm)
        case .delete: return try await personalizer.startDeletion(idmIdentifier: idm)
        case .revoke:
            manager.state.withLock { $0.otherActivations = [BegunProcess.target] }
            let activations = try await personalizer.fetchActivations(idmIdentifier: idm)
            guard let other = activations.first(where: { !$0.isThisDevice }) else { throw UnexpectedAnswer() }
            return try await personalizer.startRevokeActivation(idmIdentifier: idm, activation: other)
        }
    }

    func addFactorAccess() async throws -> ApiAccessAddFactor {
        guard case .apiAccessAddFactor(let access) = try await authenticate(begin(.addFactor)) else {
            throw UnexpectedAnswer()
        }
        return access
    }

    func changePinAccess(pin: String = "482915") async throws -> ApiAccessChangePin {
        guard case .apiAccessChangePin(let access) = try await authenticate(begin(.changePin), pin: pin) else {
            throw UnexpectedAnswer()
        }
        return access
    }

    func newActivationAccess() async throws -> ApiAccessRequestNewActivationData {
        guard case .apiAccessRequestNewActivationData(let access) = try await authenticate(begin(.newActivation)) else {
            throw UnexpectedAnswer()
        }
        return access
    }

    func deletionAccess() async throws -> ApiAccessDelete {
        guard case .apiAccessDelete(let access) = try await authenticate(begin(.delete)) else {
            throw UnexpectedAnswer()
        }
        return access
    }

    /// Returns true if the PIN logs in, after the lockout of an earlier one.
    func logsIn(pin: String) async throws -> Bool {
        manager.state.withLock { ($0.login, $0.lockedUntil) = (.init(), nil) }
        if case .userLogin = try await finish(prepare(start()), pin: pin) { return true }
        return false
    }
}
