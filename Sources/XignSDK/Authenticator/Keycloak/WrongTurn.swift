import Foundation
internal import XignProtocol

/// The turns of a login through a Keycloak that do not lead to a code, each with the error that tells the app's
/// developer what to change.
///
/// No body is interpreted: a page is recognized by its media type, and named by its path. Texts of others are bounded
/// and printable. Codes, cookies, states and queries are never in an error.
enum WrongTurn {
    // Configuration
    static var unusableConfiguration: XignSdkError {
        misconfigured(
            "The KeycloakServiceConfiguration is unusable. keycloakUrl is an https URL, authorizationEndpointPath is "
                + "/realms/<realm>/protocol/openid-connect/auth (before Keycloak 18 with the prefix /auth) with the "
                + "given realm, and redirectUrl has no fragment.")
    }

    static func noRealm(status: Int) -> XignSdkError {
        misconfigured(
            "The Keycloak has no discovery document of the realm at keycloakUrl (HTTP status \(status)). Check "
                + "keycloakUrl, the realm, and authorizationEndpointPath: /realms/... since Keycloak 18, "
                + "/auth/realms/... before it or with http-relative-path=/auth.")
    }

    static func otherIssuer(found: String, expected: String) -> XignSdkError {
        misconfigured(
            "The realm calls itself \(printable(found)), and the app expects \(printable(expected)). Use the Keycloak's "
                + "own address as keycloakUrl, or set its hostname option to the address that apps use.")
    }

    // Redirects
    static func foreignHost(_ origin: String) -> XignSdkError {
        misconfigured(
            "The login was redirected to \(printable(origin)), which is neither the Keycloak nor a manager whose key "
                + "material the app has. Nothing was sent there. Check the identity provider's authorization URL in "
                + "the Keycloak, its hostname option, and the client's redirect URIs.")
    }

    static func plainHTTP(_ origin: String) -> XignSdkError {
        misconfigured(
            "\(printable(origin)) is plain HTTP, to which nothing is sent. Use https. If a proxy ends TLS before the "
                + "Keycloak, set the Keycloak's hostname and proxy-headers options.")
    }

    static func otherRedirectURL(_ origin: String) -> XignSdkError {
        misconfigured(
            "The Keycloak sent its answer to another address at \(printable(origin)) than redirectUrl, and the code was "
                + "dropped. Register redirectUrl at the client exactly as it is in the configuration.")
    }

    static var tooManyRedirects: XignSdkError {
        misconfigured(
            "More than \(RedirectWalk.maximumRedirects) redirects: a loop. Check the realm's authentication flows and "
                + "the identity provider's URLs in the Keycloak.")
    }

    static func repeatedForm(status: Int) -> XignSdkError {
        misconfigured(
            "The form of the return was redirected with HTTP status \(status), which would send its secret elsewhere. "
                + "Check the proxy before the manager.")
    }

    // Pages and statuses
    private static func interaction(_ page: String, _ remedy: String) -> XignSdkError {
        XignSdkError(.keycloakInteractionRequired, "The Keycloak shows \(page) and waits for a person. \(remedy)")
    }

    private static var loginForm: XignSdkError {
        interaction(
            "its login form",
            "Set identityProvider to the alias of the identity provider that is the manager, or make it the default "
                + "of the Identity Provider Redirector in the realm's browser flow.")
    }

    private static var firstLogin: XignSdkError {
        interaction(
            "a page of its first login, such as a profile to review or an account to link",
            "Give the identity provider a first login flow that asks nothing: Create User If Unique alone, without "
                + "Review Profile. If the account exists already, link it once, or let the flow link it.")
    }

    private static var requiredAction: XignSdkError {
        interaction(
            "a required action, such as a profile to complete, terms or a consent",
            "Remove the required action from the user and the realm's defaults, switch the client's consent off, and "
                + "make the attributes that the manager does not send optional in the realm's user profile.")
    }

    private static var unknownPage: XignSdkError {
        interaction("a page", "Open the same login in a browser to see the page, and remove it from the realm's flows.")
    }

    static func pageOfManager(status: Int) -> XignSdkError {
        misconfigured(
            status == 200
                ? "The manager showed its login page in place of its answer for apps. It is too old, or a proxy before "
                    + "it changes the field Accept."
                : "The manager refused the Keycloak's request with HTTP status \(status). Compare the identity "
                    + "provider's client id and redirect URI in the Keycloak with the service declared at the manager.")
    }

    static var withoutManager: XignSdkError {
        misconfigured(
            "The Keycloak answered without asking the manager. Remove other ways to log in from the realm's browser "
                + "flow, and set identityProvider to the alias of the manager.")
    }

    static func returnRefused(status: Int) -> XignSdkError {
        XignSdkError(
            .keycloakRefused,
            "The manager did not accept the return (HTTP status \(status)): it took longer than a minute, or was made "
                + "before. Start again.")
    }

    // Answers
    static func keycloakRefused(_ error: OAuthError) -> XignSdkError {
        XignSdkError(.keycloakRefused, "The Keycloak refused the login: \(error).")
    }

    static func managerRefused(_ error: OAuthError) -> XignSdkError {
        guard error.code == "unauthorized_client" else {
            return XignSdkError(.keycloakRefused, "The manager refused the Keycloak's request: \(error).")
        }
        return misconfigured(
            "The manager refused the Keycloak's request: \(error). Declare the Keycloak's service at the manager with "
                + "inApp: true.")
    }

    static var unreadableAnswer: XignSdkError {
        misconfigured("The Keycloak's answer does not have exactly one code, or cannot be read. The code was dropped.")
    }

    static var wrongState: XignSdkError {
        misconfigured(
            "The answer has not exactly one state, or another login's: it does not belong to this login, and was "
                + "dropped. Start again; check what stands between app and Keycloak.")
    }

    static func wrongIssuer(expected: String) -> XignSdkError {
        misconfigured(
            "The answer names another issuer (iss) than \(printable(expected)), and was dropped. Set the Keycloak's "
                + "hostname option and keycloakUrl to the same address.")
    }

    static func missingIssuer(expected: String) -> XignSdkError {
        misconfigured(
            "The answer names no issuer (iss), though the realm announces one: \(printable(expected)). Switch off the "
                + "client's option Exclude Issuer From Authentication Response.")
    }

    private static func misconfigured(_ message: String) -> XignSdkError {
        XignSdkError(.keycloakMisconfigured, message)
    }

    /// Returns scheme and authority of a location, never its path or query.
    static func origin(of location: String) -> String {
        guard let separator = location.range(of: "://") else { return String(location.prefix { $0 != ":" }) + ":" }
        return String(
            location[..<separator.upperBound] + location[separator.upperBound...].prefix { !"/?#".contains($0) })
    }

    /// Returns at most 200 printable ASCII characters of a text from elsewhere.
    static func printable(_ text: String) -> String {
        String(text.unicodeScalars.filter { (0x20...0x7E).contains($0.value) }.prefix(200).map(Character.init))
    }
}

extension WrongTurn {
    /// Returns the error for an answer of the Keycloak that is no redirect.
    ///
    /// - Parameter isConfirmed: true after the user has confirmed the login.
    static func stop(_ answer: TransportResponse, at address: WebAddress, isConfirmed: Bool) -> XignSdkError {
        guard answer.status < 400 else { return refused(status: answer.status, isConfirmed: isConfirmed) }
        let type = answer.headers["content-type"]?.lowercased() ?? ""
        guard ["text/html", "application/xhtml+xml"].contains(where: type.hasPrefix) else {
            return misconfigured(
                "The Keycloak's answer (HTTP status \(answer.status)) is neither a redirect nor a page. Check "
                    + "keycloakUrl and the proxy before it.")
        }
        if address.path.contains("/login-actions/required-action") { return requiredAction }
        if ["/login-actions/first-broker-login", "/after-first-broker-login"].contains(where: address.path.contains) {
            return firstLogin
        }
        return isConfirmed ? unknownPage : loginForm
    }

    private static func refused(status: Int, isConfirmed: Bool) -> XignSdkError {
        switch (status < 500, isConfirmed) {
        case (true, false):
            misconfigured(
                "The Keycloak refused the request with HTTP status \(status). Check realm, clientId, the client's "
                    + "redirect URIs, that its standard flow is on, and that the realm's browser flow reaches the "
                    + "manager: by identityProvider, or as the default of the Identity Provider Redirector.")
        case (_, true):
            XignSdkError(
                .keycloakRefused,
                "The Keycloak could not complete the login (HTTP status \(status)). Its log has the reason; often it "
                    + "cannot reach the manager, or the identity provider's client secret, issuer or keys are wrong.")
        case (false, false):
            XignSdkError(
                .keycloakRefused,
                "The Keycloak had an error (HTTP status \(status)). Try again later; its log has the reason.")
        }
    }
}

/// An OAuth error in a redirect (RFC 6749, section 4.1.2.1), as bounded printable text.
struct OAuthError: CustomStringConvertible {
    let code: String
    private let text: String?

    /// Nil if the parameters contain no error.
    init?(_ parameters: FormParameters) {
        guard let code = parameters.all("error").first else { return nil }
        self.code = WrongTurn.printable(code)
        text = parameters.all("error_description").first.map(WrongTurn.printable)
    }

    var description: String { code + (text.map { " (\($0))" } ?? "") }
}
