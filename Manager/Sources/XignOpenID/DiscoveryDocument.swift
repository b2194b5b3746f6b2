import XignDomain
import XignOAuth
import XignProtocol
import XignUseCases

/// The document from which clients configure themselves (OpenID Connect Discovery 1.0, section 3; RFC 8414, section 2).
enum DiscoveryDocument {
    /// - Parameters:
    ///   - features: the document advertises what an active service uses.
    ///   - algorithms: those of ID tokens.
    static func make(
        issuer: ManagerOrigin, _ features: ProviderFeatures, algorithms: [Service.SigningAlgorithm]
    ) -> JSONValue {
        func strings(_ values: [String]) -> JSONValue { .array(values.map { .string($0) }) }
        let methods = ClientAuthentication.methods + (features.clientKeys ? [ClientAuthentication.methodOfKeys] : [])
        var members: [(name: String, value: JSONValue)] = [
            ("issuer", .string(issuer.description)),
            ("authorization_endpoint", .string("\(issuer)/openid/authenticate")),
            ("token_endpoint", .string("\(issuer)\(TokenEndpoint.path)")),
            ("userinfo_endpoint", .string("\(issuer)\(UserInfoEndpoint.path)")),
            ("pushed_authorization_request_endpoint", .string("\(issuer)\(PushedRequestEndpoint.path)")),
            ("dpop_signing_alg_values_supported", strings(DPoPProof.algorithms)),
            ("jwks_uri", .string("\(issuer)/openid/jwks")),
            ("end_session_endpoint", .string("\(issuer)/openid/logout")),
            ("revocation_endpoint", .string("\(issuer)\(RevocationEndpoint.path)")),
            (
                "scopes_supported",
                strings(
                    LoginRequirements.supportedScopes + features.additionalScopes
                        + (features.offlineAccess ? [LoginRequirements.offlineScope] : [])
                )
            ),
            ("response_types_supported", strings(["code"])),
            ("response_modes_supported", strings(ResponseMode.allCases.map(\.rawValue))),
            (
                "grant_types_supported",
                strings(["authorization_code"] + (features.offlineAccess ? ["refresh_token"] : []))
            ),
            ("prompt_values_supported", strings(prompts(features).map(\.rawValue))),
            ("subject_types_supported", strings(["pairwise"])),
            ("id_token_signing_alg_values_supported", strings(algorithms.map(\.rawValue))),
            ("token_endpoint_auth_methods_supported", strings(methods)),
            ("revocation_endpoint_auth_methods_supported", strings(methods)),
            ("code_challenge_methods_supported", strings([CodeChallenge.method])),
            ("acr_values_supported", strings(AuthenticationMethods.ContextClass.allCases.map(\.rawValue))),
            ("ui_locales_supported", strings(Language.allCases.map(\.rawValue))),
            (
                "claims_supported",
                strings(IDToken.claims + AttributeName.claims + features.additionalClaims)
            ),
            ("claims_parameter_supported", .boolean(true)),
            ("request_parameter_supported", .boolean(false)),
            // The default is true.
            ("request_uri_parameter_supported", .boolean(false)),
            ("authorization_response_iss_parameter_supported", .boolean(true)),
        ]
        if features.clientKeys {
            // Both must be there beside `private_key_jwt` (RFC 8414, section 2).
            members += ["token", "revocation"].map {
                ("\($0)_endpoint_auth_signing_alg_values_supported", strings(ClientKey.algorithmNames))
            }
        }
        if features.backChannelLogout {
            // OpenID Connect Back-Channel Logout 1.0, section 2.1.
            members += ["backchannel_logout_supported", "backchannel_logout_session_supported"].map {
                ($0, .boolean(true))
            }
        }
        return .object(members)
    }

    /// The values of `prompt` that some client may send.
    private static func prompts(_ features: ProviderFeatures) -> [AuthorizationRequest.Prompt] {
        AuthorizationRequest.Prompt.allCases.filter { $0 != .create || features.registration }
    }
}
