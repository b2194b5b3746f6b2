import Terminal

struct GermanInApp: InAppWording {
    var help: CommandHelp {
        CommandHelp(
            summary: "Meldet Sie an, wie es die App eines Dienstes tut, und gibt den Code für ihr Backend aus.",
            discussion: """
                Für alle, die Apps und ihre Backends entwickeln: xign ist die App. Es zeigt die Anfrage, fragt nach \
                Ihrer PIN und gibt auf der Standardausgabe nur den Code aus, alles andere auf der \
                Standardfehlerausgabe. Das Backend löst den Code innerhalb einer Minute am Token-Endpunkt ein.
                """)
    }
    var directHelp: CommandHelp {
        CommandHelp(
            summary: "Meldet Sie bei einem Dienst des Managers an.",
            discussion: """
                Der Betreiber legt den Dienst mit inApp: true an und gibt Ihnen seine Datei. Darin ist kein Geheimnis.

                Das Backend erzeugt für jede Anmeldung eine Nonce und einen PKCE-Verifier und gibt der App die Nonce \
                und die Challenge des Verifiers: BASE64URL(SHA-256(verifier)). Es löst den Code mit seiner eigenen \
                Client-Authentisierung und dem Verifier ein, ohne redirect_uri, und vergleicht die Nonce im ID-Token.

                Ein Dienst, der mit legacy: true angelegt ist, braucht beides nicht. Ein Code, der ihm gestohlen wurde, \
                lässt sich beim Backend in die Sitzung einer anderen Person einschleusen.
                """)
    }
    var keycloakHelp: CommandHelp {
        CommandHelp(
            summary: "Meldet Sie bei einem Client eines Keycloak an, der die Anmeldung dem Manager überlässt.",
            discussion: """
                xign folgt den Weiterleitungen des Keycloak zum Manager und zurück und nimmt den Code aus der \
                Weiterleitung zu --redirect-url. Das Backend löst ihn beim Keycloak ein, mit dieser redirect_uri.

                --url, --redirect-url, --client und --realm sind nötig.
                """)
    }

    // MARK: Options and arguments

    var client: String { "Die client_id des Dienstes. Nur bei mehreren --service nötig." }
    var service: String { "Was xignin-manager service show NAME --json ausgibt." }
    var url: String { "Die Basis-URL des Keycloak." }
    var redirectURL: String {
        "Die redirect_uri des Clients, wie sie beim Keycloak eingetragen ist. Sie wird nie aufgerufen."
    }
    var keycloakClient: String { "Die client_id beim Keycloak." }
    var realm: String { "Der Realm." }
    var path: String {
        """
        Der Pfad des Authorization-Endpunkts. Sonst: /realms/REALM/protocol/openid-connect/auth; bei einem Keycloak \
        vor Version 18 /auth/realms/REALM/protocol/openid-connect/auth.
        """
    }
    var identityProvider: String {
        "Der Identity-Provider des Realms, der der Manager ist. Nötig, wenn er nicht der voreingestellte ist."
    }
    var nonce: String { "Die Nonce, die das Backend erzeugt hat." }
    var codeChallenge: String { "Die Code-Challenge (S256) des Verifiers, den das Backend erzeugt hat." }
    var scope: String { "Ein Scope, etwa profile. openid wird immer verlangt." }

    // MARK: Messages

    func missing(_ parameter: String, isAmbiguous: Bool, command: String) -> Text {
        let reason: Text = isAmbiguous ? ", und es gibt mehrere --service" : ""
        return "\(parameter) fehlt\(reason); siehe \(command) --help"
    }
    func otherClient(_ clientId: String, known: [String]) -> Text {
        """
        kein --service FILE gehört zum Client \(clientId), nur zu \(known.joined(separator: ", ")): Geben Sie die Datei \
        an, die xignin-manager service show NAME --json ausgibt (eine App erhält serviceNotConfigured)
        """
    }
    func notAnAddress(_ text: String) -> Text { "\(text) ist keine Adresse: Sie beginnt mit https://" }
    func loggedIn(at service: String) -> Text {
        "\("Angemeldet", .green) bei \(service). Der Code für das Backend der App:"
    }
}
