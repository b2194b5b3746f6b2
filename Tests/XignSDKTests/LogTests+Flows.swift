import Testing
import XignProtocol
import XignSDKTesting

@testable import XignSDK

extension LogTests {
    /// The flows by name, each with a call that reaches its end, whatever that is.
    static let flows: [(name: String, call: @Sendable (TestDevice) async throws -> Void)] = [
        ("parseProcessInitializationData", { _ = try await $0.start("x") }),
        (
            "createBiometricFactor",
            {
                _ = try await $0.sdk.xignCommon.createBiometricFactor(idmIdentifier: $0.manager.idm, reason: "Log in")
            }
        ),
        ("executeSecurityCheck", { _ = try await $0.sdk.xignCommon.executeSecurityCheck() }),
        (
            "decryptPersonalizationInitializationData",
            {
                try await giveUp($0)
                _ = try await $0.decrypt(pin: "482915")
            }
        ),
        (
            "finishPersonalization",
            {
                try await giveUp($0)
                try await $0.personalize()
            }
        ),
        (
            "depersonalizeIdentityManager",
            {
                _ = try await $0.personalizer.depersonalizeIdentityManager(idmIdentifier: $0.manager.idm)
            }
        ),
        ("fetchActivations", { _ = try await $0.personalizer.fetchActivations(idmIdentifier: $0.manager.idm) }),
        ("startRevokeActivation", { _ = try await $0.begin(.revoke) }),
        (
            "renameActivation",
            {
                try await $0.personalizer.renameActivation(idmIdentifier: $0.manager.idm, alias: "desk")
            }
        ),
        ("fetchNotices", { _ = try await $0.personalizer.fetchNotices(idmIdentifier: $0.manager.idm) }),
        (
            "acknowledgeNotices",
            {
                try await $0.personalizer.acknowledgeNotices(idmIdentifier: $0.manager.idm, through: 1)
            }
        ),
        ("startAddAuthenticationFactor", { _ = try await $0.begin(.addFactor) }),
        (
            "finishAddAuthenticationFactor",
            {
                let access = try await $0.addFactorAccess()
                try await $0.personalizer.finishAddAuthenticationFactor(
                    result: access, factor: BiometricFactor(gate: TestGate()))
            }
        ),
        ("startChangePin", { _ = try await $0.begin(.changePin) }),
        (
            "finishChangePin",
            {
                let access = try await $0.changePinAccess()
                #expect(access.pinSpec.setPin("730164") == .valid)
                try await $0.personalizer.finishChangePin(request: access)
            }
        ),
        ("startRequestNewActivationData", { _ = try await $0.begin(.newActivation) }),
        (
            "finishRequestNewActivationData",
            {
                let access = try await $0.newActivationAccess()
                #expect(access.pinSpec.setPin("730164") == .valid)
                _ = try await $0.personalizer.finishRequestNewActivationData(access)
            }
        ),
        ("startDeletion", { _ = try await $0.begin(.delete) }),
        ("finishDeletion", { try await $0.personalizer.finishDeletion(request: $0.deletionAccess()) }),
        ("startAuthentication", { _ = try await $0.start() }),
        ("prepareAuthenticationUserInformation", { _ = try await $0.prepare($0.start()) }),
        ("finishAuthentication", { _ = try await $0.logsIn(pin: "482915") }),
        (
            "abortAuthentication",
            {
                try await $0.sdk.authenticator.abortAuthentication(request: $0.start(), reason: .notMe)
            }
        ),
        ("fetchInAppAuthenticationInitializationData", { _ = try await inAppData($0) }),
        (
            "fetchAuthorizationCode",
            { device in
                guard case .serviceLogin(let login) = try await device.authenticate(inAppData(device)) else { return }
                _ = try await device.sdk.authenticator.fetchAuthorizationCode(login)
            }
        ),
        (
            "fetchAliasSelections",
            {
                _ = try await $0.sdk.authenticator.fetchAliasSelections(idmIdentifier: $0.manager.idm)
            }
        ),
        (
            "forgetAliasSelection",
            { device in
                let choice = AliasChoices.Choice(
                    id: Octets([UInt8](repeating: 1, count: 16)), serviceId: "shop", serviceName: "Shop",
                    attribute: "email", aliasText: "work")
                device.manager.state.withLock { $0.remembered = [choice] }
                let idm = device.manager.idm
                for choice in try await device.sdk.authenticator.fetchAliasSelections(idmIdentifier: idm) {
                    try await device.sdk.authenticator.forgetAliasSelection(choice, idmIdentifier: idm)
                }
            }
        ),
    ]

    /// Gives up the activation, so that the same one can be made again.
    static func giveUp(_ device: TestDevice) async throws {
        _ = try await device.personalizer.depersonalizeIdentityManager(idmIdentifier: device.manager.idm)
        device.manager.state.withLock { $0.enrolled = [] }
    }

    static func inAppData(_ device: TestDevice) async throws -> AuthenticationInitializationDataInApp {
        try await device.sdk.authenticator.fetchInAppAuthenticationInitializationData(
            .direct(clientId: TestManager.inAppClientID))
    }
}
