import DatabaseFixture
import Testing
import XignDomain
import XignHTTP
import XignProtocol
import XignStorage

@testable import XignServer
@testable import XignUseCases

/// Lasting accesses after the operator has changed the role or the policy.
extension OfflineAccessTests {
    static let rightsTests: [TestCase<Self>] = [
        TestCase(
            "a role that the person no longer holds, or that would not take the login, ends the access for good",
            stricterRole, each: StricterRole.allCases),
        TestCase(
            "a policy that no longer takes the login's factors ends the access for good", stricterPolicy,
            each: Engine.allCases),
        TestCase(
            "a policy or a declaration that has changed and still takes the login leaves the access", raisedVersion),
    ]

    private static let alternatives = "alternatives: [[pin, device]]"
    private static let biometric = "settings:\n  biometric: true"

    /// A declaration of the role by which the login would no longer be confirmed.
    enum StricterRole: String, CaseIterable {
        case assigned = "alternatives: [[pin, device]]\n            assigned: true"
        case otherFactors = "alternatives: [[biometric, device]]"
        case otherPlatform = "alternatives: [[pin, device]]\n            platforms: [iOS]"

        /// As the audit log has it.
        var reason: String { self == .assigned ? "roleWithdrawn" : "roleChanged" }
    }

    func stricterRole(_ role: StricterRole) throws {
        let scene = try OfflineScene()
        let token = try #require(try scene.logIn()["refresh_token"]?.string)
        try scene.declare(OfflineScene.confidentialClient, settings: Self.biometric) {
            $0.replacing(Self.alternatives, with: role.rawValue)
        }
        #expect(try scene.error(try scene.refresh(token)) == "invalid_grant")
        #expect(try scene.refusal == role.reason)
        #expect(try scene.families == 0)
        try scene.declare(OfflineScene.confidentialClient)
        #expect(try scene.error(try scene.refresh(token)) == "invalid_grant")
    }

    func stricterPolicy(_ engine: Engine) throws {
        let scene = try OfflineScene(engine)
        func declare(biometric: Bool) throws {
            try scene.declare(OfflineScene.confidentialClient, settings: "settings:\n  biometric: \(biometric)") {
                $0.replacing(Self.alternatives, with: "alternatives: [[biometric, device], [pin, device]]")
            }
        }
        try declare(biometric: true)
        let token = try #require(try scene.logInByBiometrics()["refresh_token"]?.string)
        let byPIN = try #require(try scene.logIn()["refresh_token"]?.string)
        #expect(try scene.refresh(token).status == .ok)
        try declare(biometric: false)
        #expect(try scene.error(try scene.refresh(token)) == "invalid_grant")
        #expect(try scene.refusal == "roleChanged")
        #expect(try scene.refresh(byPIN).status == .ok)
        try declare(biometric: true)
        #expect(try scene.error(try scene.refresh(token)) == "invalid_grant")
    }

    func raisedVersion() throws {
        let scene = try OfflineScene()
        let token = try #require(try scene.logIn()["refresh_token"]?.string)
        let version = try scene.manager.service.policyVersion
        try scene.declare(OfflineScene.confidentialClient, settings: Self.biometric) {
            $0.replacing(Self.alternatives, with: "alternatives: [[biometric, device], [pin, device]]")
        }
        try scene.manager.context.database.write { try $0.services.raisePolicyVersions() }
        #expect(try scene.manager.service.policyVersion > version + 1)
        #expect(try scene.refresh(token).status == .ok)
    }
}
