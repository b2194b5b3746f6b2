import Foundation
import Terminal
import Testing

@testable import XignSDK
@testable import xign

struct GermanTests {
    @Test("xign in German", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("every help is German", help, each: commands),
        TestCase("every command, option and argument has a help in both languages", everyParameter, each: commands),
        TestCase("a wrong command line is explained in German", usage),
        TestCase(
            "a file that is not there, a code that is none, and a device without an account are explained in German",
            refusals),
        TestCase("who cannot be asked is told so in German", noTerminal),
        TestCase("an error that nobody foresaw is named by its type: its description may be English", unexpected),
        TestCase(
            "every error of the SDK's start is said in words of xign", initialization,
            each: XignSdkInitializationErrorCodes.allCases),
        TestCase("what is not the manager is named, and so is the cause of a lost connection", network),
        TestCase("the removal of a device", revocation),
        TestCase("the deletion of an account", deletion),
        TestCase("a notice, with the command that helps", notice),
        TestCase("the report of a check, with a finding and its explanation", check),
        TestCase(
            "spans of time have the right number", span,
            each: [
                (1, "1 Sekunde"), (60, "1 Minute"), (90, "1 Minute 30 Sekunden"),
                (7322, "2 Stunden 2 Minuten 2 Sekunden"),
                (0, "0 Sekunden"),
            ]),
        TestCase("names are made harmless in German, too", hostileNames),
    ]

    private func german(_ arguments: String..., answers: [String]? = nil) throws -> Transcript {
        Transcript(arguments, home: try TemporaryFolder(), answers: answers, language: .german)
    }

    private func lines(_ texts: [Text]) -> [String] { texts.map { $0.rendered(inColour: false) } }

    // MARK: Help

    private static let commands: [[String]] = [
        [], ["trust"], ["activate"], ["login"], ["inapp"], ["inapp", "direct"], ["inapp", "keycloak"], ["accounts"],
        ["check"], ["alias"], ["alias", "list"], ["alias", "forget"], ["activation"], ["activation", "list"],
        ["activation", "new"], ["activation", "rename"], ["activation", "revoke"], ["pin"], ["pin", "change"],
        ["factor"], ["factor", "add"], ["invitation"], ["forget"], ["delete"], ["completion"], ["manual"],
    ]

    func help(command: [String]) throws {
        let help = Transcript(command + ["--help"], home: try TemporaryFolder(), language: .german)
        #expect(help.status == 0)
        #expect(help.output.hasPrefix("Aufruf: xign"))
        #expect(help.output.contains("\n\nExit-Status: 0 erledigt;"))
        // The list of commands begins with their names, which are words of English.
        let withoutExamples = help.output.replacing(#/\n  xign .*/#, with: "")
        let prose = withoutExamples.replacing(#/\n  [a-z-]+ /#, with: "\n").replacing(#/\n/#, with: " ")
        #expect(Words.english(in: prose).isEmpty, "\(Words.english(in: prose))")
    }

    func everyParameter(command: [String]) throws {
        for language in Language.allCases {
            // Examples are command lines.
            let help = Transcript(command + ["--help"], home: try TemporaryFolder(), language: language).output
                .replacing(#/\n  xign .*/#, with: "")
            let entries = help.split(separator: "\n").filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
            #expect(!entries.isEmpty)
            let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
            for (line, next) in zip(lines, lines.dropFirst()) where line.hasPrefix("  ") && !line.hasPrefix("   ") {
                // A long name stands alone, and its help begins on the next line.
                let isExplained = line.dropFirst(2).contains("  ") || next.hasPrefix("      ")
                #expect(isExplained, "\(language): \(line)")
            }
        }
    }

    // MARK: Errors

    func usage() throws {
        let unknown = try german("logni")
        #expect(unknown.status == 64)
        #expect(unknown.errors == "xign: unbekannter Befehl logni; meinten Sie login?; siehe xign --help\n")
        let contradiction = try german("login", "x", "--decline", "--not-me")
        #expect(contradiction.errors == "xign: geben Sie nur eine der Optionen --decline und --not-me an\n")
        let attribute = try german("login", "x", "--set", "emial=x")
        #expect(attribute.errors == "xign: --set: emial ist kein Name für Daten; meinten Sie email?\n")
    }

    func refusals() throws {
        let file = try german("login", "none.png")
        #expect(file.status == 66)
        #expect(file.errors == "xign: die Datei none.png gibt es nicht\n")
        let code = try german("activate", "AQIDBA", answers: [])
        #expect(code.status == 65)
        #expect(code.errors.hasPrefix("xign: das ist kein Code von Xign:"))
        let account = try german("pin", "change", answers: [])
        #expect(account.status == 67)
        #expect(
            account.errors
                == "xign: dieses Gerät ist noch mit keinem Konto verbunden: Verwenden Sie xign activate CODE\n")
    }

    func noTerminal() throws {
        let transcript = try german("invitation")
        #expect(transcript.status == 66)
        #expect(transcript.errors.hasPrefix("xign: es gibt kein Terminal für Fragen;"))
    }

    func unexpected() {
        let text = GermanTerminal().unexpected(CocoaError(.fileReadNoSuchFile)).rendered(inColour: false)
        #expect(text.contains("CocoaError"))
        #expect(Words.english(in: text).isEmpty)
    }

    @Test("every error of the SDK is said in words of xign, in each process", arguments: try codes())
    func errors(code: String) {
        for undertaking in [Undertaking.login, .inApp, .change, .transaction] {
            let error = XignSdkError(XignSdkErrorCode(rawValue: code), "The message of the SDK.")
            let text = GermanRefusals().message(error, during: undertaking).rendered(inColour: false)
            #expect(!text.contains("The message"))
            #expect(Words.english(in: text).isEmpty, "\(Words.english(in: text)): \(text)")
            let isFault = ["unexpected", "notInitialized", "wrongOrder"].contains(code)
            #expect(text.contains("niemand gerechnet") == isFault, "\(code): \(text)")
        }
    }

    /// The names of all codes: `XignSdkErrorCode` is no enum, so that apps need a default.
    private static func codes() throws -> [String] {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Sources/XignSDK/Errors/XignSdkErrorCode.swift").standardized
        let source = try String(contentsOf: file, encoding: .utf8)
        let names = source.matches(of: #/static let (\w+) = Self/#).map { String($0.1) }
        try #require(names.count > 50)
        return names
    }

    func initialization(code: XignSdkInitializationErrorCodes) {
        let text = GermanRefusals().message(XignSdkInitializationError(code, "The message of the SDK."))
        #expect(!text.rendered(inColour: false).contains("The message"))
    }

    func network() throws {
        let answers: [(TransportResponse, String)] = [
            (TransportResponse(status: 511), "Anmeldung"), (TransportResponse(status: 407), "Passwort"),
            (TransportResponse(status: 302, headers: ["location": "http://portal.example/x"]), "http://portal.example"),
            (TransportResponse(status: 502, headers: ["content-type": "text/html"]), "später noch einmal"),
            (TransportResponse(status: 404, headers: ["content-type": "text/html"]), "Webseite"),
        ]
        let lost: [(TransportError, String)] = [
            (.proxy(.passwordNeeded), "Passwort"), (.proxy(.refused(status: 403)), "403"),
            (.proxy(.refused(status: 511)), "Anmeldung"), (.proxy(.socksRefused(reply: 2)), "SOCKS"),
            (.proxy(.broken), "Proxy"), (.proxy(.notFound), "Proxy"), (.hostNotFound, "DNS"),
            (.notConnected(errno: ECONNREFUSED), "abgelehnt"), (.notSecured, "TLS"), (.notHTTP, "HTTP"),
            (.failed("Failure"), "brach"),
        ]
        let page = XignSdkError.responseInvalid(
            TransportResponse(status: 200, headers: ["content-type": "text/html"]), "", underlying: CancellationError())
        let errors: [(XignSdkError, String)] =
            [(page, "Webseite")] + answers.map { (XignSdkHttpError($0), $1) }
            + lost.map { (XignSdkError(.connectionFailed, "message", underlying: $0), $1) }
        for (error, words) in errors {
            let text = GermanRefusals().message(error, during: .login).rendered(inColour: false)
            #expect(text.contains(words), "\(text)")
            #expect(Words.english(in: text).isEmpty, "\(Words.english(in: text)): \(text)")
        }
    }

    // MARK: Screens

    private let tablet = RevokedActivation(
        activationId: "AAECAwQFBgcICQoLDA0ODw", alias: "Tablet", platform: "Linux",
        since: Date(timeIntervalSince1970: 1_777_800_000))

    private func screen(_ subject: AuthenticationSubject) throws -> ChangeScreen {
        ChangeScreen(
            subject: subject, account: "ada", manager: "login.example.org", operator: "Example Operator",
            device: "laptop", words: German(), timeZone: try #require(TimeZone(identifier: "UTC")))
    }

    func revocation() throws {
        #expect(
            try lines(screen(.revoke(tablet)).lines) == [
                "Ein Gerät aus dem Konto entfernen",
                "Gerät:             Tablet",
                "System:            Linux",
                "In Gebrauch seit:  3. Mai 2026",
                "Kennung:           AAECAwQF",
                "Konto:             ada",
                "Bei:               login.example.org",
                "Betrieben von:     Example Operator",
            ])
    }

    func deletion() throws {
        let lines = try lines(screen(.delete).lines)
        #expect(lines.first == "Das Konto löschen")
        #expect(lines.last == "Der Manager behält Hashwerte dessen, was Sie bestätigt haben, ohne Ihre Daten.")
        #expect(try screen(.delete).question == "Konto löschen?")
    }

    func notice() throws {
        let notice = NoticeText(
            kind: .activationPersonalized, device: "Tablet", date: Date(timeIntervalSince1970: 1_795_356_180),
            manager: nil, timeZone: try #require(TimeZone(identifier: "UTC")))
        #expect(
            lines(notice.lines(GermanNotices())) == [
                "  Am 22. November 2026 um 14:03 Uhr wurde ein Gerät mit Ihrem Konto verbunden:", "      Tablet",
                "      Waren das nicht Sie? xign activation list, dann xign activation revoke ID",
            ])
    }

    func check() {
        let result = SecurityCheckResult(
            date: Date(timeIntervalSince1970: 0), checkVersion: 7, osVersion: "Debian GNU/Linux 12 (bookworm)",
            patchLevel: "6.1.0", isRooted: true, isHooked: false)
        let report = CheckReport(result, KeyStoreReport(type: .file, hasKeys: true, tpmProblem: nil))
        let lines = lines(report.lines(German()))
        #expect(lines.first == "System:        Debian GNU/Linux 12 (bookworm)")
        #expect(lines.contains("Superuser:     ja"))
        #expect(lines.contains("Fremder Code:  keiner gefunden"))
        #expect(lines.last?.contains("ohne sudo") == true)
    }

    func span(seconds: Int, words: String) { #expect(GermanTime().span(seconds: seconds) == words) }

    func hostileNames() throws {
        let name = "x\n? Nein. Konto behalten \u{1B}[2J\u{202E}"
        let lines = lines([
            GermanDevices().removed(name), GermanAttributes().cannotLeaveOut(.email, for: name),
            GermanActivate().activated(for: name, as: name), GermanTransaction().heading(name),
        ])
        #expect(!lines.joined().contains { "\n\u{1B}\u{202E}".contains($0) })
    }
}
