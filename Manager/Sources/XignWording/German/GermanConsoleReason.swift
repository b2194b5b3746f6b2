import XignDomain

struct GermanConsoleReason: ConsoleReasonWording {
    let reason = "Grund"
    let hint =
        "10 bis 200 Zeichen. Sie signieren sie, und das Protokoll bewahrt sie auf. Schreiben Sie hier keine Daten über "
        + "Personen."
    let identity = "Wie haben Sie geprüft, wer das verlangt?"

    func identityCheck(_ check: Reason.IdentityCheck) -> String {
        switch check {
        case .inPerson: "Persönlich, mit einem Ausweis"
        case .calledBack: "Durch Rückruf unter einer bekannten Nummer"
        case .other: "Auf andere Weise, wie im Grund beschrieben"
        }
    }

    func flaw(_ flaw: ReasonFlaw) -> String {
        switch flaw {
        case .reason: "Geben Sie einen Grund mit 10 bis 200 Zeichen ein, ohne Zeilenumbrüche."
        case .identity: "Wählen Sie, wie Sie geprüft haben, wer das verlangt."
        }
    }
}
