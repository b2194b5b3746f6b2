import Terminal

/// The German texts: Sie, short sentences, no blame.
struct German: Wording {
    var tag: String { "de" }
    var terminal: any TerminalWording { GermanTerminal() }
    var program: any ProgramWording { GermanProgram() }
    var time: any TimeWording { GermanTime() }
    var refusals: any RefusalWording { GermanRefusals() }

    var process: any ProcessWording { GermanProcess() }
    var consent: any ConsentWording { GermanConsent() }
    var change: any ChangeWording { GermanChange() }
    var transaction: any TransactionWording { GermanTransaction() }
}
