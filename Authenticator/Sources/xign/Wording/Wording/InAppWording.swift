import Terminal

/// The commands `inapp direct` and `inapp keycloak`, for developers of apps.
protocol InAppWording: Sendable {
    var help: CommandHelp { get }
    var directHelp: CommandHelp { get }
    var keycloakHelp: CommandHelp { get }

    // MARK: Options and arguments

    /// The argument `CLIENT_ID` of `inapp direct`.
    var client: String { get }
    var service: String { get }
    /// The option `--url`, the Keycloak's address.
    var url: String { get }
    var redirectURL: String { get }
    /// The option `--client` of `inapp keycloak`.
    var keycloakClient: String { get }
    var realm: String { get }
    var path: String { get }
    /// The option `--idp`.
    var identityProvider: String { get }
    var nonce: String { get }
    var codeChallenge: String { get }
    var scope: String { get }

    // MARK: Messages

    /// Returns the message for a missing option or argument.
    /// - Parameters:
    ///   - isAmbiguous: true if it is needed because of several `--service`.
    ///   - command: the command whose help explains it.
    func missing(_ parameter: String, isAmbiguous: Bool, command: String) -> Text
    func otherClient(_ clientId: String, known: [String]) -> Text
    func notAnAddress(_ text: String) -> Text
    /// Returns the words above the code.
    func loggedIn(at service: String) -> Text
}
