/// The console of administrators and auditors.
struct GermanConsole: ConsoleWording {
    let layout: any ConsoleLayoutWording = GermanConsoleLayout()
}
