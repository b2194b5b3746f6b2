import Terminal

/// The English texts.
struct English: Wording {
    var tag: String { "en" }
    var terminal: any TerminalWording { EnglishTerminal() }
    var program: any ProgramWording { EnglishProgram() }
    var time: any TimeWording { EnglishTime() }
    var refusals: any RefusalWording { EnglishRefusals() }

    var process: any ProcessWording { EnglishProcess() }
    var consent: any ConsentWording { EnglishConsent() }
    var change: any ChangeWording { EnglishChange() }
    var transaction: any TransactionWording { EnglishTransaction() }
}
