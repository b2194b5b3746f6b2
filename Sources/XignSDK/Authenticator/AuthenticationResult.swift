/// What an authentication leads to, by the way that it began.
public enum AuthenticationResult: Sendable {
    /// The user is logged in at the website that showed the QR code or link. The end.
    case userLogin(UserLoginResult)
    /// The user is logged in at this app's own service: continue with
    /// ``Authenticator/fetchAuthorizationCode(_:)->_``.
    case serviceLogin(ServiceLoginResult)
    /// A factor may be added.
    case apiAccessAddFactor(ApiAccessAddFactor)
    /// The PIN may be changed.
    case apiAccessChangePin(ApiAccessChangePin)
    /// The accounts are merged. The end: tell the user that the invitation's code is void now.
    case apiAccessMergeComplete(idmIdentifier: String)
    /// A further activation may be made.
    case apiAccessRequestNewActivationData(ApiAccessRequestNewActivationData)
    /// The account may be deleted.
    case apiAccessDelete(ApiAccessDelete)
    /// A factor was wrong; which one is not said. Wait, then sign the returned object anew with all factors, and finish it.
    case lockout(
        lockoutInformation: LockoutAttemptInformation, authenticationUserInformation: AuthenticationUserInformation)
}
