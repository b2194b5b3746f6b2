internal import XignProtocol

extension Authenticator {
    /// Begins a login in this app (docs/protocol.md, section 8).
    func fetchInApp(_ trigger: InAppAuthenticationTrigger) -> Flow<AuthenticationInitializationDataInApp> {
        Flow("fetchInAppAuthenticationInitializationData", device) { device in
            switch trigger {
            case .direct(let clientId, let scopes, let authorization):
                return try await DirectLogin(clientId: clientId, scopes: scopes, authorization: authorization)
                    .begin(on: device)
            case .keycloak(let configuration):
                return try await KeycloakLogin(configuration).begin(on: device)
            }
        }
    }

    /// Fetches the code of a login in this app, once the user has confirmed it.
    func fetchCode(_ result: ServiceLoginResult) -> Flow<AuthorizationCodeResult> {
        Flow("fetchAuthorizationCode", device) { _ in
            guard case .keycloak(let login) = result.process.beginning else {
                return .final(try await DirectLogin.collectCode(of: result.process))
            }
            return .final(try await login.fetchCode(of: result.process, returnSecret: result.returnSecret))
        }
    }
}
