import XignSDK

// The texts of an answer for values of the SDK.

extension AuthenticationResult {
    /// The name of the case.
    var name: String {
        switch self {
        case .userLogin: "userLogin"
        case .serviceLogin: "serviceLogin"
        case .apiAccessAddFactor: "apiAccessAddFactor"
        case .apiAccessChangePin: "apiAccessChangePin"
        case .apiAccessMergeComplete: "apiAccessMergeComplete"
        case .apiAccessRequestNewActivationData: "apiAccessRequestNewActivationData"
        case .apiAccessDelete: "apiAccessDelete"
        case .lockout: "lockout"
        }
    }
}

extension AuthenticationSubject {
    /// The names in the subject, which the app shows.
    var names: [String] {
        switch self {
        case .login, .inAppLogin, .changePin, .newActivation, .delete, .transaction: []
        case .addFactor(let factor): [factor.rawValue]
        case .revoke(let activation): [activation.alias].compactMap(\.self)
        case .merge(let invitation):
            [invitation.organizationInformation.name, invitation.emailAddress]
                + invitation.roles.flatMap { [$0.serviceName, $0.roleName] }
        }
    }
}
