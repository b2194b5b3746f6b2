/// The console of administrators and auditors.
struct EnglishConsole: ConsoleWording {
    let layout: any ConsoleLayoutWording = EnglishConsoleLayout()
}
