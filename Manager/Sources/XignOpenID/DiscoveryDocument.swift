import XignDomain
import XignProtocol

/// The document from which clients configure themselves (OpenID Connect Discovery 1.0, section 3; RFC 8414).
enum DiscoveryDocument {
    static func make(issuer: ManagerOrigin) -> JSONValue {
        func strings(_ values: [String]) -> JSONValue { .array(values.map { .string($0) }) }
        return .object([
            ("issuer", .string(issuer.description)),
            ("authorization_endpoint", .string("\(issuer)/openid/authenticate")),
            ("token_endpoint", .string("\(issuer)\(TokenEndpoint.path)")),
            ("userinfo_endpoint", .string("\(issuer)\(UserInfoEndpoint.path)")),
            ("jwks_uri", .string("\(issuer)/openid/jwks")),
            ("scopes_supported", strings(LoginRequirements.supportedScopes)),
            ("response_types_supported", strings(["code"])),
            ("response_modes_supported", strings(["query"])),
            ("grant_types_supported", strings(["authorization_code"])),
            ("prompt_values_supported", strings(AuthorizationRequest.supportedPrompts)),
            ("subject_types_supported", strings(["pairwise"])),
            (
                "id_token_signing_alg_values_supported",
                strings(Service.SigningAlgorithm.allCases.map(\.rawValue))
            ),
            ("token_endpoint_auth_methods_supported", strings(ClientAuthentication.methods)),
            ("code_challenge_methods_supported", strings([CodeChallenge.method])),
            ("acr_values_supported", strings(AuthenticationMethods.ContextClass.allCases.map(\.rawValue))),
            ("ui_locales_supported", strings(Language.allCases.map(\.rawValue))),
            ("claims_supported", strings(IDToken.claims + AttributeName.claims)),
            ("claims_parameter_supported", .boolean(true)),
            ("request_parameter_supported", .boolean(false)),
            // The default is true.
            ("request_uri_parameter_supported", .boolean(false)),
            ("authorization_response_iss_parameter_supported", .boolean(true)),
        ])
    }
}
