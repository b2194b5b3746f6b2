import XignSDK

// The functions that the listings leave to the app. The listings are compiled, not run: calling one of these ends
// the test.

enum YourError: Error { case yourErrorCase }

enum YourImplementation {
    static func displayRoleSelection(_ roles: [Role]) -> Role { notRun() }
    static func askTheUserForData(minLength: Int, maxLength: Int, errorText: String?) -> String { notRun() }
    static func displayAliasSelection(_ aliases: Set<PersonalInformationAlias>) -> PersonalInformationAlias { notRun() }
    static func askUserForPin() -> String { notRun() }
    static func getBiometricFactor() throws -> BiometricFactor { throw YourError.yourErrorCase }
    static func isAuthenticationFactorSupportedByDevice(_ type: AuthenticatorType) -> Bool { type != .biometric }
    static func authenticateUser(_ data: AuthenticationInitializationData) throws -> AuthenticationResult { notRun() }
    static func handleLockoutAndRepeatAuthentication() {}
    static func prepareAuthenticationFactor(
        _ access: ApiAccessAddFactor, _ type: AuthenticatorType
    ) throws -> AuthenticationFactor { notRun() }
    static func handleTheError() {}
    static func fetchUserClaims(oidcAuthorizationCode: String) {}

    private static func notRun() -> Never { preconditionFailure("The listings are compiled, not run.") }
}

// The functions of other listings that a listing calls.

extension StartingAnAuthenticationListings {
    func confirmAuthenticationAttributes(request: AuthenticateRequest) throws {}
}

extension ConfirmationOfAttributesListings {
    func signAuthentication(userInformation: AuthenticationUserInformation) throws {}
}

extension AddFactorListings {
    func getBiometricFactor(idmIdentifier: String, completion: @escaping (BiometricFactor?) -> Void) throws {
        completion(nil)
    }
}

extension InAppAuthenticationListings {
    func startAuthentication(authenticationInitializationData: AuthenticationInitializationData) throws {
        try StartingAnAuthenticationListings().startAuthentication(
            authenticationInitializationData: authenticationInitializationData)
    }
}
