import Terminal
import XignSDK

struct GermanStorage: StorageWording {
    // MARK: Files and servers

    func cannotRead(file path: String) -> Text { "die Datei \(path) lässt sich nicht lesen" }
    func cannotRead(certificates path: String) -> Text { "die Zertifikate in \(path) lassen sich nicht lesen" }
    func cannotRead(keyMaterial path: String) -> Text {
        "\(path) lässt sich nicht lesen: Geben Sie eine Datei an, oder eine Adresse, die mit https:// beginnt"
    }
    func tooLargeForKeyMaterial(_ source: String) -> Text { "\(source) ist für Schlüsselmaterial zu groß" }
    func tooLargeForKeyMaterial(answerOf host: String) -> Text {
        "die Antwort von \(host) ist für Schlüsselmaterial zu groß"
    }
    func notAnAddress(_ text: String) -> Text { "\(text) ist keine Adresse" }
    func notEncrypted(_ address: String) -> Text {
        "\(address) ist nicht verschlüsselt: Geben Sie die Adresse mit https an"
    }
    func unreachable(_ host: String, _ reason: Text) -> Text {
        "\(host) ist nicht erreichbar: \(reason). Prüfen Sie die Adresse und das Netz"
    }
    func redirected(from host: String, to target: String) -> Text {
        """
        \(host) verweist auf \(target): Geben Sie diese Adresse an, wenn sie zum Manager gehört; sonst verlangt \
        vielleicht das Netz zuerst eine Anmeldung im Browser
        """
    }
    func answered(_ url: String, status: Int) -> Text {
        "\(url) antwortet mit dem HTTP-Status \(status): Prüfen Sie, ob das die Adresse des Managers ist"
    }
    func answered(_ url: String, by kind: Text) -> Text {
        """
        unter \(url) antwortet nicht der Manager, sondern \(kind): Prüfen Sie die Adresse und den Proxy; melden Sie \
        sich mit einem Browser im Netz an, wenn es das verlangt; startet der Manager gerade, versuchen Sie es später \
        noch einmal
        """
    }
    func notAServiceFile(_ path: String) -> Text {
        "\(path) ist keine Dienstdatei: Geben Sie an, was xignin-manager service show NAME --json ausgibt"
    }
    var noAuthorityFile: Text {
        "--ca-file gibt es auf diesem System nicht: Installieren Sie das Zertifikat in den Vertrauensspeicher des Systems"
    }

    // MARK: The home folder

    func unusable(_ path: String, _ kind: StorageProblem.Kind?) -> Text {
        switch kind {
        case .noSpace: "für \(path) ist kein Platz: Rufen Sie dasselbe noch einmal auf, wenn wieder Platz ist"
        case .noLocks:
            """
            das Dateisystem von \(path) kennt keine Sperren: Geben Sie mit --home einen Ordner auf einem lokalen \
            Dateisystem an
            """
        case .otherOwner:
            """
            \(path) gehört einem anderen Benutzer, daher wird dort nichts gespeichert: Geben Sie mit --home einen \
            eigenen Ordner an
            """
        case .link: "\(path) ist ein symbolischer Link: Geben Sie mit --home den Ordner an, zu dem er führt"
        case nil: "\(path) lässt sich nicht verwenden: Prüfen Sie Besitzer, Rechte und freien Platz"
        }
    }
    func deviceElsewhere(_ folder: String) -> Text {
        """
        in \(folder) ist ein Gerät, das nicht verwendet wird, denn $HOME ist ein anderer Ordner; so verwenden Sie es: \
        --home \(folder)
        """
    }
    var noHome: Text { "Sie haben keinen Home-Ordner: Setzen Sie $HOME, oder geben Sie mit --home einen Ordner an" }
    func notText(variable name: String) -> Text { "der Wert von $\(name) ist kein UTF-8: Setzen Sie einen anderen" }
    func writableByOthers(_ path: String) -> Text {
        """
        andere Benutzer können \(path) schreiben und haben dort vielleicht einen Manager hinzugefügt. War es niemand: \
        chmod og-w \(path); sonst verschieben Sie das, dann vertrauen Sie Ihren Managern neu
        """
    }

    // MARK: Keys

    func place(_ store: KeyStoreType) -> Text {
        switch store {
        case .file: "in Dateien"
        case .tpm: "im TPM"
        case .enclave: "in der Secure Enclave"
        }
    }

    func damaged(record path: String) -> Text {
        """
        \(path) ist beschädigt: Darin steht das Wort tpm, wenn die Schlüssel dieses Ordners im TPM sind, oder file, \
        wenn sie in Dateien sind; stellen Sie es wieder her
        """
    }

    func cannotMove(from store: KeyStoreType) -> Text {
        """
        die Schlüssel dieses Ordners sind \(place(store)) und lassen sich in keinen anderen Speicher verschieben. Für \
        den anderen brauchen Sie eine weitere Verbindung: Machen Sie einen Code mit xign activation new, und verwenden \
        Sie ihn mit xign trust und xign activate, beide mit --home OTHER; oder trennen Sie zuerst die Verbindungen \
        dieses Ordners mit xign forget
        """
    }

    func busy(with store: KeyStoreType) -> Text {
        """
        ein anderes xign activate läuft gerade für diesen Ordner, mit Schlüsseln \(place(store)): Warten Sie, bis es \
        zu Ende ist, oder verwenden Sie ein anderes --home
        """
    }

    func notAKeyStore(_ name: String, known: [String]) -> Text {
        "\(name) ist kein Schlüsselspeicher dieses Systems; es hat \(known.joined(separator: " und "))"
    }

    // MARK: The TPM

    /// Leaves the reason out: the words of the TPM's library are English.
    func reason(_ problem: TPMProblem) -> Text {
        "Das TPM ist nicht verwendbar. Den Grund nennt xign auf Englisch: LC_ALL=C xign check"
    }
    func noKeysInTPM(_ problem: TPMProblem) -> Text {
        "die Schlüssel können nicht im TPM entstehen (in Dateien: mit --key-store file). \(reason(problem))"
    }
    func lockedInTPM(_ problem: TPMProblem) -> Text { "die Schlüssel dieses Geräts sind im TPM. \(reason(problem))" }
}
