import Terminal

struct EnglishInApp: InAppWording {
    var help: CommandHelp {
        CommandHelp(
            summary: "Log in as the app of a service would, and print the code for the app's backend.",
            discussion: """
                For developers of apps and their backends: xign is the app. It shows the request, asks for your PIN, \
                and prints the authorization code alone on standard output, everything else on standard error. The \
                backend redeems the code at the token endpoint within a minute.
                """)
    }
    var directHelp: CommandHelp {
        CommandHelp(
            summary: "Log in at a service of the manager.",
            discussion: """
                The operator declares the service with inApp: true, and gives you its file. It contains no secret.

                The backend makes a nonce and a PKCE verifier for each login, and gives the app the nonce and the \
                verifier's challenge: BASE64URL(SHA-256(verifier)). It redeems the code with its own client \
                authentication, the verifier, and without redirect_uri, and compares the nonce in the ID token.

                A service that is declared with legacy: true needs neither. A code that was stolen from it can be \
                injected into another user's session at the backend.
                """)
    }
    var keycloakHelp: CommandHelp {
        CommandHelp(
            summary: "Log in at a client of a Keycloak that delegates authentication to the manager.",
            discussion: """
                xign follows the Keycloak's redirects to the manager and back, and takes the code out of the redirect \
                to --redirect-url. The backend redeems it at the Keycloak, with that redirect_uri.

                --url, --redirect-url, --client and --realm are required.
                """)
    }

    // MARK: Options and arguments

    var client: String { "The service's client id. Needed only with several --service." }
    var service: String { "What xignin-manager service show NAME --json prints." }
    var url: String { "The Keycloak's base URL." }
    var redirectURL: String {
        "The client's redirect URI, as registered at the Keycloak. It is never requested."
    }
    var keycloakClient: String { "The client id at the Keycloak." }
    var realm: String { "The realm." }
    var path: String {
        """
        The path of the authorization endpoint. Default: /realms/REALM/protocol/openid-connect/auth; for a Keycloak \
        before version 18, /auth/realms/REALM/protocol/openid-connect/auth.
        """
    }
    var identityProvider: String {
        "The realm's identity provider that is the manager. Needed unless the realm has it as default."
    }
    var nonce: String { "The nonce that the backend has made." }
    var codeChallenge: String { "The S256 code challenge of the verifier that the backend has made." }
    var scope: String { "A scope to request, such as profile. openid is always requested." }

    // MARK: Messages

    func missing(_ parameter: String, isAmbiguous: Bool, command: String) -> Text {
        let reason: Text = isAmbiguous ? ", and there are several --service" : ""
        return "\(parameter) is missing\(reason); see \(command) --help"
    }
    func otherClient(_ clientId: String, known: [String]) -> Text {
        """
        no --service FILE is of the client \(clientId), but of \(known.joined(separator: ", ")): give the file that \
        xignin-manager service show NAME --json prints (an app gets serviceNotConfigured)
        """
    }
    func notAnAddress(_ text: String) -> Text { "\(text) is not an address: it begins with https://" }
    func loggedIn(at service: String) -> Text {
        "\("Logged in", .green) at \(service). The code for the app's backend:"
    }
}
