/// The frequent words by which a language is recognized.
enum Words {
    static func english(in text: String) -> Set<String> { words(text).intersection(frequentEnglish) }
    static func german(in text: String) -> Set<String> { words(text).intersection(frequentGerman) }
    /// The German words that address a friend.
    static func familiar(in text: String) -> Set<String> { words(text).intersection(familiarGerman) }

    /// Without words that German has too, such as "in", "was" and "name".
    private static let frequentEnglish = split(
        """
        the and of to is are be been you your it its this that these with from for on at by or not no nobody nothing if
        then there here where when which who has have had were we they their can cannot only again back go close
        yourself device devices account another each every first used until since remove continue data time page confirm
        yes but about after as must may should does do did cannot could would give see wait choose wrong many
        """)

    /// Without words that English has too, such as "die" and "war".
    private static let frequentGerman = split(
        """
        der das und ist nicht sie ihr ihre ihren ihrem ein eine einen mit von zu auf wurde wird sich oder wenn diese
        dieser dieses gerät konto anmeldung zurück weiter noch hier dort kein keine wir für bei nach zum zur
        """)

    private static let familiarGerman = split("du dich dir dein deine deinen deinem deiner euch euer")

    /// Returns the words of a text, without the syntax that is the same in all languages: commands, options, variables,
    /// addresses, names of factors, placeholders.
    private static func words(_ text: String) -> Set<String> {
        let prose =
            text
            .replacing(#/xign [a-z]+( (list|new|rename|revoke|change|add|forget|direct|keycloak)\b)?/#, with: "")
            .replacing(#/xignin-manager service show NAME --json/#, with: "")
            .replacing(#/\b[A-Z_]{2,}\b/#, with: "").replacing(#/--?[a-z][a-z-]*/#, with: "").replacing(
                #/[\/$~][\w\/.-]*/#, with: ""
            )
            .replacing(#/(Faktoren|Faktor|factors|factor)( sind| are)? (device|pin)( (und|and) pin)?/#, with: "")
            .replacing(#/\b(pin,device|device,pin|as n|female für weiblich, male für männlich)\b/#, with: "")
        return split(prose)
    }

    private static func split(_ text: String) -> Set<String> {
        Set(text.lowercased().split { !$0.isLetter && $0 != "'" && $0 != "-" && $0 != "_" }.map(String.init))
    }
}
