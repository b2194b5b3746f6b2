import Foundation
import Terminal
import XignSDK

extension Command {
    /// The command group `inapp`.
    static func inApp(_ words: any Wording) -> Command {
        Command(
            "inapp", "Log in as the app of a service would, and print the code for the app's backend.",
            discussion: """
                For developers of apps and their backends: xign is the app. It shows the request, asks for your PIN, and \
                prints the authorization code alone on standard output, everything else on standard error. The backend \
                redeems the code at the token endpoint within a minute.
                """,
            subcommands: [.inAppDirect(words), .inAppKeycloak(words)])
    }

    /// The command `inapp direct [CLIENT_ID]`.
    private static func inAppDirect(_ words: any Wording) -> Command {
        let client = Parameter<String?>.optionalArgument(
            "CLIENT_ID", "The service's client id. Needed only with several --service.")
        let services = Parameter<[String]>.options(
            "service", "FILE", "What xignin-manager service show NAME --json prints.", completion: .files)
        return Command(
            "direct", "Log in at a service of the manager.",
            discussion: """
                The operator declares the service with inApp: true, and gives you its file. It contains no secret.

                The backend makes a nonce and a PKCE verifier for each login, and gives the app the nonce and the \
                verifier's challenge: BASE64URL(SHA-256(verifier)). It redeems the code with its own client \
                authentication, the verifier, and without redirect_uri, and compares the nonce in the ID token.

                A service that is declared with legacy: true needs neither. A code that was stolen from it can be \
                injected into another user's session at the backend.
                """,
            [client, services] + InAppOptions.declarations + LoginOptions.declarations
        ) { given, console in
            let files = try given[services].map { path in try ServiceFile(path: path) }
            guard let first = files.first?.configuration.clientId else {
                throw UsageError("--service is missing; see xign inapp direct --help")
            }
            let known = Set(files.map(\.configuration.clientId))
            guard let clientId = given[client] ?? (known.count == 1 ? first : nil) else {
                throw UsageError("CLIENT_ID is missing, and there are several --service; see xign inapp direct --help")
            }
            // The SDK's message says how an app adds the file.
            guard known.contains(clientId) else {
                throw Failure(
                    .data,
                    """
                    no --service FILE is of the client \(clientId), but of \(known.sorted().joined(separator: ", ")): \
                    give the file that xignin-manager service show NAME --json prints (an app gets \
                    serviceNotConfigured)
                    """)
            }
            let options = InAppOptions(given)
            try InAppLogin(given, services: files).run(
                .direct(clientId: clientId, scopes: options.scopes, authorization: options.authorization), console,
                words)
        }
    }

    /// The command `inapp keycloak`.
    private static func inAppKeycloak(_ words: any Wording) -> Command {
        let keycloak = Parameter<URL?>.option("url", "URL", "The Keycloak's base URL.", parse: webAddress)
        let redirect = Parameter<URL?>.option(
            "redirect-url", "URL", "The client's redirect URI, as registered at the Keycloak. It is never requested.",
            parse: { URL(string: $0) })
        let client = Parameter<String?>.option("client", "CLIENT_ID", "The client id at the Keycloak.")
        let realm = Parameter<String?>.option("realm", "REALM", "The realm.")
        let path = Parameter<String?>.option(
            "path", "PATH",
            """
            The path of the authorization endpoint. Default: /realms/REALM/protocol/openid-connect/auth; for a \
            Keycloak before version 18, /auth/realms/REALM/protocol/openid-connect/auth.
            """)
        let alias = Parameter<String?>.option(
            "idp", "ALIAS",
            "The realm's identity provider that is the manager. Needed unless the realm has it as default.")
        return Command(
            "keycloak", "Log in at a client of a Keycloak that delegates authentication to the manager.",
            discussion: """
                xign follows the Keycloak's redirects to the manager and back, and takes the code out of the redirect \
                to --redirect-url. The backend redeems it at the Keycloak, with that redirect_uri.

                --url, --redirect-url, --client and --realm are required.
                """,
            [keycloak, redirect, client, realm, path, alias] + InAppOptions.declarations + LoginOptions.declarations
        ) { given, console in
            func required<Value>(_ option: Parameter<Value?>, _ name: String) throws(UsageError) -> Value {
                guard let value = given[option] else {
                    throw UsageError("\(name) is missing; see xign inapp keycloak --help")
                }
                return value
            }
            let name = try required(realm, "--realm")
            let options = InAppOptions(given)
            let configuration = KeycloakServiceConfiguration(
                keycloakUrl: try required(keycloak, "--url"), redirectUrl: try required(redirect, "--redirect-url"),
                authorizationEndpointPath: given[path] ?? "/realms/\(name)/protocol/openid-connect/auth",
                clientId: try required(client, "--client"), realm: name, scopes: options.scopes,
                identityProvider: given[alias], authorization: options.authorization)
            try InAppLogin(given, services: []).run(.keycloak(configuration), console, words)
        }
    }

    private static let webAddress: @Sendable (String) throws -> URL? = { text in
        guard let url = URL(string: text), url.scheme == "https" || url.scheme == "http", url.host() != nil else {
            throw UsageError("\(text) is not an address: it begins with https://")
        }
        return url
    }
}

/// The options about the authorization request, which come from the app and its backend.
private struct InAppOptions {
    private static let nonce = Parameter<String?>.option("nonce", "NONCE", "The nonce that the backend has made.")
    private static let challenge = Parameter<String?>.option(
        "code-challenge", "CHALLENGE", "The S256 code challenge of the verifier that the backend has made.")
    private static let scopes = Parameter<[String]>.options(
        "scope", "SCOPE", "A scope to request, such as profile. openid is always requested.")

    static let declarations: [any Declaration] = [nonce, challenge, scopes]

    let authorization: InAppAuthorization
    let scopes: [String]

    init(_ given: ParsedArguments) {
        authorization = InAppAuthorization(nonce: given[Self.nonce], codeChallenge: given[Self.challenge])
        // "profile email" is what people know as the parameter's form.
        scopes = given[Self.scopes].flatMap { $0.split(separator: " ").map(String.init) }
    }
}

/// One login in place of a service's app, up to its code.
private struct InAppLogin {
    private let options: LoginOptions
    private let home: Home
    private let services: [ServiceFile]

    init(_ given: ParsedArguments, services: [ServiceFile]) throws(UsageError) {
        options = try LoginOptions(given)
        home = given.home
        self.services = services
    }

    func run(_ trigger: InAppAuthenticationTrigger, _ console: Console, _ words: any Wording) throws {
        var options = options
        try options.attributes.read(console.input)
        let sdk = try home.sdk(services: services)
        let data = try explaining(.inApp) {
            try sdk.authenticator.fetchInAppAuthenticationInitializationDataSynchronous(trigger)
        }
        try Login(.inApp, options, sdk: sdk, console: console, words: words).run(data) { login, confirmed in
            guard case .serviceLogin(let result) = confirmed.result else {
                throw login.confirmation.undertaking.foreignAnswer
            }
            login.reportFailures(result.failedAttemptsSinceLastSuccess)
            let code = try login.code(of: result)
            login.confirmation.show(
                "\("Logged in", .green) at \(result.relyingPartyName). The code for the app's backend:")
            if login.printsJSON {
                try console.print(json: LoginReport(result, confirmed, code: code))
            } else {
                console.print("\(code.text)")
            }
        }
    }
}

extension Login {
    /// Fetches the code, and repeats it while its answer is lost.
    fileprivate func code(of result: ServiceLoginResult) throws -> AuthorizationCode {
        let fetched = try confirmation.repeating(unknown: words.process.unknown(confirmation.undertaking)) {
            () throws(XignSdkError) in
            try sdk.authenticator.fetchAuthorizationCodeSynchronous(result)
        }
        switch fetched {
        case .final(let code): return code
        }
    }
}
