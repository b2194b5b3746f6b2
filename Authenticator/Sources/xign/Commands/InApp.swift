import Foundation
import Terminal
import XignSDK

extension Command {
    /// The command group `inapp`.
    static func inApp(_ words: any Wording) -> Command {
        let help = words.inApp.help
        return Command(
            "inapp", help.summary, discussion: help.discussion,
            subcommands: [.inAppDirect(words), .inAppKeycloak(words)])
    }

    /// The command `inapp direct [CLIENT_ID]`.
    private static func inAppDirect(_ words: any Wording) -> Command {
        let help = words.inApp.directHelp
        let client = Parameter<String?>.optionalArgument("CLIENT_ID", words.inApp.client)
        let services = Parameter<[String]>.options("service", "FILE", words.inApp.service, completion: .files)
        let parameters = [client, services] + InAppOptions.declarations(words) + LoginOptions.declarations(words)
        return Command(
            "direct", help.summary, discussion: help.discussion, parameters,
            examples: ["xign inapp direct --service shop.json"]
        ) { given, console in
            let files = try given[services].map { path in try ServiceFile(path: path) }
            guard let first = files.first?.configuration.clientId else {
                throw CommandFailure.missing("--service", command: "xign inapp direct")
            }
            let known = Set(files.map(\.configuration.clientId))
            guard let clientId = given[client] ?? (known.count == 1 ? first : nil) else {
                throw CommandFailure.missing("CLIENT_ID", isAmbiguous: true, command: "xign inapp direct")
            }
            // The SDK's message says how an app adds the file.
            guard known.contains(clientId) else {
                throw CommandFailure(.data) { $0.inApp.otherClient(clientId, known: known.sorted()) }
            }
            let options = InAppOptions(given)
            try InAppLogin(given, services: files).run(
                .direct(clientId: clientId, scopes: options.scopes, authorization: options.authorization), console,
                words)
        }
    }

    /// The command `inapp keycloak`.
    private static func inAppKeycloak(_ words: any Wording) -> Command {
        let help = words.inApp.keycloakHelp
        let keycloak = Parameter<URL?>.option("url", "URL", words.inApp.url, parse: webAddress)
        let redirect = Parameter<URL?>.option(
            "redirect-url", "URL", words.inApp.redirectURL, parse: { URL(string: $0) })
        let client = Parameter<String?>.option("client", "CLIENT_ID", words.inApp.keycloakClient)
        let realm = Parameter<String?>.option("realm", "REALM", words.inApp.realm)
        let path = Parameter<String?>.option("path", "PATH", words.inApp.path)
        let alias = Parameter<String?>.option("idp", "ALIAS", words.inApp.identityProvider)
        let own: [any Declaration] = [keycloak, redirect, client, realm, path, alias]
        let parameters = own + InAppOptions.declarations(words) + LoginOptions.declarations(words)
        return Command("keycloak", help.summary, discussion: help.discussion, parameters) { given, console in
            func required<Value>(_ option: Parameter<Value?>, _ name: String) throws(CommandFailure) -> Value {
                guard let value = given[option] else {
                    throw CommandFailure.missing(name, command: "xign inapp keycloak")
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
            throw CommandFailure(.usage) { $0.inApp.notAnAddress(text) }
        }
        return url
    }
}

extension CommandFailure {
    /// Makes the failure for a missing option or argument.
    fileprivate static func missing(
        _ parameter: String, isAmbiguous: Bool = false, command: String
    ) -> CommandFailure {
        CommandFailure(.usage) { $0.inApp.missing(parameter, isAmbiguous: isAmbiguous, command: command) }
    }
}

/// The options about the authorization request, which come from the app and its backend.
private struct InAppOptions {
    private static let nonce = Parameter<String?>.option("nonce", "NONCE")
    private static let challenge = Parameter<String?>.option("code-challenge", "CHALLENGE")
    private static let scopes = Parameter<[String]>.options("scope", "SCOPE")

    static func declarations(_ words: any Wording) -> [any Declaration] {
        [
            nonce.explained(by: words.inApp.nonce), challenge.explained(by: words.inApp.codeChallenge),
            scopes.explained(by: words.inApp.scope),
        ]
    }

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
    private let given: ParsedArguments
    private let services: [ServiceFile]

    init(_ given: ParsedArguments, services: [ServiceFile]) throws(CommandFailure) {
        options = try LoginOptions(given)
        self.given = given
        self.services = services
    }

    func run(_ trigger: InAppAuthenticationTrigger, _ console: Console, _ words: any Wording) throws {
        var options = options
        try options.attributes.read(console.input)
        let sdk = try given.home(console, words).sdk(services: services)
        let data = try explaining(.inApp) {
            try sdk.authenticator.fetchInAppAuthenticationInitializationDataSynchronous(trigger)
        }
        try Login(.inApp, options, sdk: sdk, console: console, words: words).run(data) { login, confirmed in
            guard case .serviceLogin(let result) = confirmed.result else {
                throw login.confirmation.undertaking.foreignAnswer
            }
            login.reportFailures(result.failedAttemptsSinceLastSuccess)
            let code = try login.code(of: result)
            login.confirmation.show(words.inApp.loggedIn(at: result.relyingPartyName))
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
            [sdk] in
            try sdk.authenticator.fetchAuthorizationCodeSynchronous(result)
        }
        switch fetched {
        case .final(let code): return code
        }
    }
}
