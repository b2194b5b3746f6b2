import XignDomain
import XignProtocol

struct GermanAuditNotes: AuditNoteWording {
    func words(_ note: AuditNote, attributes: [String], organization: String?) -> Phrase {
        switch note {
        case .confirmed(let factors): Phrase(stringLiteral: "Bestätigt mit \(names(factors))")
        case .wrong(let factors, nil): Phrase(stringLiteral: "Falsch: \(names(factors))")
        case .wrong(let factors, let count?): Phrase(stringLiteral: "Falsch: \(names(factors)), \(count)-mal in Folge")
        case .lockedFor(let seconds): Phrase(stringLiteral: "Gesperrt für \(duration(seconds))")
        case .lockedForGood: "Dauerhaft gesperrt"
        case .insecure(let findings): Phrase(stringLiteral: findings.map(finding).joined(separator: ", "))
        case .act(let act): Phrase(stringLiteral: GermanConsoleActs().title(act))
        case .otherAct(let act): Phrase(stringLiteral: self.act(act))
        case .cause(let cause): Phrase(stringLiteral: self.cause(cause))
        case .identity(let check): Phrase(stringLiteral: GermanConsoleReason().identityCheck(check))
        case .reason(let reason): "Grund: \(reason)"
        case .right(let right): GermanConsoleAccounts().right(right, organization: organization)
        case .otherDevice: "Mit einem anderen Gerät bestätigt"
        case .attributes: Phrase(stringLiteral: attributes.joined(separator: ", "))
        case .days(let first, let last): "Vom \(first) bis zum \(last)"
        case .eventsBefore(let day): "Die vor dem \(day)"
        case .evidence(let process): "Der Nachweis zu \(process)"
        case .memberOf(let organization): "Eine Person wurde Mitglied von \(organization)"
        case .noMemberOf(let organization): "Eine Person ist nicht mehr Mitglied von \(organization)"
        case .groups(.given(let names)): "Neu in Gruppen: \(names.text)"
        case .groups(.taken(let names)): "Nicht mehr in Gruppen: \(names.text)"
        case .accountName(.given): "Das Konto hat dort jetzt einen Namen"
        case .accountName(.changed): "Das Konto hat dort jetzt einen anderen Namen"
        case .accountName(.taken): "Das Konto hat dort jetzt keinen Namen"
        case .role(let role, let service): "Eine Person erhielt die Rolle \(role) bei \(service)"
        case .noRole(let role, let service): "Eine Person verlor die Rolle \(role) bei \(service)"
        case .changed(.settings): "Die Einstellungen"
        case .changed(.theOperator): "Was die Seiten über den Betreiber sagen"
        case .changed(.organization(let name)): "Die Organisation \(name)"
        case .changed(.service(let name)): "Der Dienst \(name)"
        case .added(.organization(let name)): "Neu: die Organisation \(name)"
        case .added(.service(let name)): "Neu: der Dienst \(name)"
        case .added(.settings), .added(.theOperator): "Neu"
        }
    }

    private func names(_ factors: [FactorType]) -> String { factors.map(name).joined(separator: " und ") }

    private func name(_ factor: FactorType) -> String {
        switch factor {
        case .biometric: "Biometrie"
        case .device: "Gerät"
        case .otp: "Einmalpasswort"
        case .pin: "PIN"
        case .yubikey: "YubiKey"
        }
    }

    private func duration(_ seconds: Int) -> String {
        switch seconds {
        case _ where seconds % 3600 == 0: seconds == 3600 ? "1 Stunde" : "\(seconds / 3600) Stunden"
        case _ where seconds % 60 == 0: seconds == 60 ? "1 Minute" : "\(seconds / 60) Minuten"
        default: seconds == 1 ? "1 Sekunde" : "\(seconds) Sekunden"
        }
    }

    private func finding(_ finding: SecurityFinding) -> String {
        switch finding {
        case .rooted: "Der Schutz des Geräts ist aufgehoben (Root oder Jailbreak)"
        case .hooked: "In der App läuft fremder Code"
        case .unchecked: "Das Gerät hat keine Sicherheitsprüfung gesendet"
        case .outdatedSystem: "Das System des Geräts ist zu alt"
        }
    }

    func act(_ act: OtherAct) -> String {
        switch act {
        case .revoke, .removeDevice: "Ein Gerät entfernen"
        case .approve: "Als zweite Person bestätigen"
        case .connectDevice, .newActivation: "Ein weiteres Gerät verbinden"
        case .lockDevice: "Ein Gerät dauerhaft sperren"
        case .exportData: "Eine Kopie aller Daten erhalten"
        case .deleteAccount: "Das Konto löschen"
        case .removeAddress: "Eine bestätigte E-Mail-Adresse entfernen"
        case .makeRecoveryCode: "Einen Wiederherstellungscode erstellen"
        case .removeRecoveryCode: "Den Wiederherstellungscode entfernen"
        case .login, .inAppLogin: "Eine Anmeldung"
        case .transaction: "Einen Vorgang bestätigen"
        case .merge, .acceptJoin: "Eine Einladung annehmen"
        case .addFactor: "Künftig biometrisch bestätigen"
        case .changePin: "Die PIN ändern"
        case .delete: "Die Aktivierung dieses Geräts löschen"
        }
    }

    func cause(_ cause: AuditCause) -> String {
        switch cause {
        case .coolDown: "Das Gerät, das bestätigt hat, ist dafür noch zu neu"
        case .limit: "Es warten schon zu viele Geräte oder Vorgänge"
        case .lastDevice: "Kein brauchbares Gerät wäre übrig"
        case .notThere: "Das gibt es nicht, oder es ist außer Reichweite"
        case .alreadyLocked: "Das Gerät war schon gesperrt"
        case .exports: "Zu viele Kopien an einem Tag"
        case .malformedAlias: "Der Name des Geräts lässt sich nicht anzeigen"
        case .changed: "Es hatte sich geändert, seit die Seite gezeigt wurde"
        case .locked, .lockedOut: "Das Gerät war gesperrt"
        case .deviceEnded: "Das Gerät wurde inzwischen entfernt"
        case .sessionOver: "Der Browser wurde inzwischen abgemeldet"
        case .otherSession: "Ein anderer Browser hatte es verlangt"
        case .notPermitted: "Der Administrator hatte kein Recht dazu"
        case .protectedAccount: "Das Konto hat Rechte, die der Administrator nicht hat"
        case .ownAccount: "Es war das eigene Konto des Administrators"
        case .samePerson: "Dieselbe Person hatte es schon bestätigt"
        case .secondAdministrator: "Ein zweiter Administrator kann es bestätigen"
        case .lastAdministrator: "Niemand wäre übrig, der verwalten kann"
        case .alreadyDone: "Es war schon so"
        case .notLocked: "Das Gerät war nicht gesperrt"
        case .lockedForGood: "Das Gerät ist dauerhaft gesperrt"
        case .deviceInUse: "Das Konto hat ein Gerät in Gebrauch"
        case .accountDisabled: "Das Konto ist deaktiviert"
        case .noIdentityCheck: "Niemand hat gesagt, wie die Person geprüft wurde"
        case .notAllowed: "Die Regeln des Kontos erlauben es nicht"
        case .factorRefused: "Damit darf das Gerät nicht bestätigen"
        case .policyChanged: "Die Regeln haben sich inzwischen geändert"
        case .grantMismatch: "Signiert wurde etwas anderes, als bestätigt war"
        case .expired: "Es kam zu spät"
        case .otherClient: "Es gehört zu einer anderen Website"
        case .otherRedirectURI: "Eine andere Rückkehradresse wurde genannt"
        case .wrongVerifier: "Die Website konnte nicht zeigen, dass sie die Anmeldung begonnen hat"
        case .otherKey: "Ein anderer Schlüssel als zuvor wurde benutzt"
        case .notActive: "Konto, Gerät oder Website war abgeschaltet"
        case .roleWithdrawn: "Die Person hatte die Rolle verloren"
        case .roleChanged: "Die Rolle hatte sich geändert"
        case .otherAccount: "Die Website hat ein anderes Konto verlangt"
        case .unmetRequirements:
            "Die Website hat eine stärkere Bestätigung verlangt, als eine Rolle auf diesem Gerät erlaubt"
        case .noRole: "Die Person ist kein Mitglied oder hat keine Rolle"
        case .changedSinceStatement: "Rechte oder Regeln änderten sich, während die Person bestätigte"
        case .withdrawnSinceConfirmation: "Die Rechte wurden nach der Bestätigung entzogen"
        case .noDigits: "Es wurden keine Ziffern eingegeben"
        case .otherDigits: "Die Ziffern waren nicht die der Seite"
        case .wrongSecret: "Sein Geheimnis war falsch oder fehlte"
        case .wrongAssertion: "Seine Signatur war falsch oder fehlte"
        case .switchedOff: "Der Dienst ist abgeschaltet"
        case .formerSecretEnded: "Das frühere gilt nicht mehr"
        case .made: "Er wurde erstellt, anstelle eines früheren"
        case .removed: "Er wurde entfernt"
        case .ended: "Er gilt nicht mehr"
        case .device: "Gestoppt auf den Seiten des Kontos"
        case .use: "Ein Gerät des Kontos wurde benutzt"
        case .link: "Gestoppt durch den Link einer E-Mail"
        case .operator: "Gestoppt von einem Betreiber"
        case .time: "Niemand hat rechtzeitig weitergemacht"
        case .noAddress: "Das Konto hat keine bestätigte Adresse, an die E-Mails gehen können"
        case .administrator: "Das Konto hat Rechte in der Konsole"
        case .tooManyBegins: "Sie wurde innerhalb von dreißig Tagen dreimal begonnen"
        case .used: "Ein Gerät des Kontos wurde inzwischen benutzt"
        case .wrongPINs: "Zu viele falsche PINs wurden an Aktivierungen probiert"
        case .noChainEnd: "Die frühere Kette hat kein Ende"
        }
    }
}
