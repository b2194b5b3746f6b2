/// The result of an authentication. The case depends on how the authentication began.
///
/// Source: XignSys SDK documentation, "Authentication" (finishing the authentication).
public enum AuthenticationResult: Sendable {
    /// The user is logged in at the website that showed the QR code or link; or a transaction is confirmed, see
    /// ``UserLoginResult/transaction``; or another activation is revoked, if the process began with
    /// ``Personalizer/startRevokeActivation(idmIdentifier:activation:)->_``. The process is complete.
    case userLogin(UserLoginResult)
    /// The user is logged in at this app's own service: continue with
    /// ``Authenticator/fetchAuthorizationCode(_:)->_``.
    case serviceLogin(ServiceLoginResult)
    /// A factor may be added.
    case apiAccessAddFactor(ApiAccessAddFactor)
    /// The PIN may be changed.
    case apiAccessChangePin(ApiAccessChangePin)
    /// The invitation is accepted with this account. The process is complete: tell the user that the invitation's code
    /// is no longer valid.
    case apiAccessMergeComplete(idmIdentifier: String)
    /// A further activation may be made.
    case apiAccessRequestNewActivationData(ApiAccessRequestNewActivationData)
    /// The account may be deleted.
    case apiAccessDelete(ApiAccessDelete)
    /// A factor was wrong; the manager does not say which. Wait until the lockout ends, sign the returned object again
    /// with all factors, and finish it.
    case lockout(
        lockoutInformation: LockoutAttemptInformation, authenticationUserInformation: AuthenticationUserInformation)
}
