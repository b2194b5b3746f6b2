import Foundation
import Testing
import Threads
import XignCrypto
import XignDomain
import XignProtocol
import XignServer
import XignStorage

@testable import XignSDK
@testable import XignUseCases

/// An eavesdropper without keys cannot read a recorded request, and can send it again for as long as the manager has
/// the key that it was sealed to. By then the manager may have forgotten what it answered.
@Suite("A recorded chain of requests that is sent again", .serialized)
struct ReplayedChainTests {
    /// The moments of the repetitions in seconds: at once; after all processes and their memory; on the last day of the
    /// encryption key.
    static let moments: [Int64] = [0, 11 * 60, 36 * 86_400]

    enum Chain: CaseIterable { case changePin, addFactor, newActivation, revoke, delete, merge, rename }

    @Test(
        "Changes nothing at once, after eleven minutes, and after 36 days, whatever it has changed before",
        arguments: Chain.allCases)
    func replayed(_ chain: Chain) async throws {
        let manager = try TestManager(settings: "settings:\n  biometric: true")
        let recorder = Recorder()
        let device = try TestDevice(manager, transport: recorder)
        try await device.finish(try await device.open(try manager.issueActivation()))
        let owner = RecordedOwner(manager: manager, device: device)
        recorder.requests.withLock { $0 = [] }
        try await owner.run(chain)
        let recorded = recorder.requests.withLock { $0 }
        // Newer acts, which a repetition would undo.
        try await owner.goOn(after: chain)

        let housekeeping = Housekeeping(manager.manager)
        var passed: Int64 = 0
        for moment in Self.moments {
            manager.clock.advance(seconds: moment - passed)
            passed = moment
            housekeeping.runOnce()
            let expected = try manager.accountState()
            for _ in 0..<2 {
                for request in recorded {
                    let status = manager.post(request.url.lastPathComponent, Array(request.body ?? Data())).status
                    // The key that opens them is still there, or the test would show nothing.
                    #expect(status == .ok)
                }
            }
            #expect(try manager.accountState() == expected, "after \(moment) s")
        }
    }
}

/// A person with one device, whose traffic is recorded.
private struct RecordedOwner {
    static let newPIN = "402816"

    let manager: TestManager
    let device: TestDevice

    private var personalizer: Personalizer { device.sdk.personalizer }
    private var idm: String { manager.issuer.idmIdentifier }

    func run(_ chain: ReplayedChainTests.Chain) async throws {
        switch chain {
        case .changePin: try await changePIN(from: TestDevice.pin, to: Self.newPIN)
        case .addFactor:
            let data = try await personalizer.startAddAuthenticationFactor(idmIdentifier: idm, factorType: .biometric)
            guard case .apiAccessAddFactor(let access) = try await authenticate(data) else { throw Self.unexpected }
            try await personalizer.finishAddAuthenticationFactor(
                result: access, factor: BiometricFactor(gate: device.gate))
        case .newActivation:
            let data = try await personalizer.startRequestNewActivationData(idmIdentifier: idm)
            guard case .apiAccessRequestNewActivationData(let access) = try await authenticate(data) else {
                throw Self.unexpected
            }
            #expect(access.pinSpec.setPin(TestManager.activationPIN) == .valid)
            _ = try await personalizer.finishRequestNewActivationData(access)
        case .revoke:
            _ = try await TestDevice.activated(manager)
            let other = try #require(
                try await personalizer.fetchActivations(idmIdentifier: idm).first { !$0.isThisDevice })
            let data = try await personalizer.startRevokeActivation(idmIdentifier: idm, activation: other)
            guard case .userLogin = try await authenticate(data) else { throw Self.unexpected }
        case .delete:
            let data = try await personalizer.startDeletion(idmIdentifier: idm)
            guard case .apiAccessDelete(let access) = try await authenticate(data) else { throw Self.unexpected }
            try await personalizer.finishDeletion(request: access)
        case .merge:
            guard case .mergePersonalization(_, let data) = try await device.decrypt(try invitation()),
                case .apiAccessMergeComplete = try await authenticate(data)
            else { throw Self.unexpected }
        case .rename: try await personalizer.renameActivation(idmIdentifier: idm, alias: "first name")
        }
    }

    /// Changes again what the chain has changed, without a record of it.
    func goOn(after chain: ReplayedChainTests.Chain) async throws {
        switch chain {
        case .changePin: try await changePIN(from: Self.newPIN, to: TestDevice.pin)
        case .rename: try await personalizer.renameActivation(idmIdentifier: idm, alias: "second name")
        case .newActivation:
            let issued = try #require(
                try await personalizer.fetchActivations(idmIdentifier: idm).first { !$0.isThisDevice })
            let data = try await personalizer.startRevokeActivation(idmIdentifier: idm, activation: issued)
            guard case .userLogin = try await authenticate(data) else { throw Self.unexpected }
        case .delete: _ = try await TestDevice.activated(manager)
        case .revoke: _ = try await TestDevice.activated(manager)
        case .addFactor, .merge: break
        }
    }

    private func invitation() throws -> String {
        let invitation = TypedInvitation(
            address: "ada@home.example", organization: "Example Inc.", roles: [.init(service: "demo", name: "visitor")],
            userName: nil)
        let pin = try #require(PIN(TestManager.activationPIN))
        return try CreateInvitation(manager.context)(invitation, pin: pin, by: "operator").link
    }

    private func changePIN(from old: String, to new: String) async throws {
        let data = try await personalizer.startChangePin(idmIdentifier: idm)
        guard case .apiAccessChangePin(let access) = try await authenticate(data, pin: old) else {
            throw Self.unexpected
        }
        #expect(access.pinSpec.setPin(new) == .valid)
        try await personalizer.finishChangePin(request: access)
    }

    private func authenticate(
        _ data: AuthenticationInitializationData, pin: String = TestDevice.pin
    ) async throws -> AuthenticationResult {
        let request = try await device.sdk.authenticator.startAuthentication(data: data)
        return try await device.finish(try await device.prepare(request), pin: pin)
    }

    private static let unexpected = TestFailure(what: "another result")
}

/// The part of the database that a repetition could change for a person.
private struct AccountState: Equatable {
    let accounts: [Account]
    let activations: [Activation]
    let keys: [FactorPublicKey]
    let memberships: [[OrganizationID]]
    let auditKinds: [AuditEvent.Kind]
}

extension TestManager {
    fileprivate func accountState() throws -> AccountState {
        // A refused request leaves a line in the audit log, once a day.
        let kinds = try auditKinds.filter { $0 != .utilityRefused }
        return try context.database.read { transaction in
            var accounts: [Account] = []
            try transaction.accounts.forEach { accounts.append($0) }
            let activations = try accounts.flatMap { try transaction.activations.all(of: $0.id) }
            return AccountState(
                accounts: accounts, activations: activations,
                keys: try activations.flatMap { try transaction.activations.factors(of: $0) },
                memberships: try accounts.map { try transaction.organizations.organizations(of: $0.id).map(\.id) },
                auditKinds: kinds)
        }
    }
}

/// A transport that records the sealed requests of a device.
private final class Recorder: Transport {
    let requests = Locked<[TransportRequest]>([])
    private let transport = CurlTransport()

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        if request.method == "POST" { requests.withLock { $0.append(request) } }
        return try await transport.send(request)
    }
}
