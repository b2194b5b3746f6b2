import QRCode
import Terminal
import Testing

@testable import xign

struct CodeTests {
    @Test("what xign reads a code from", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("a picture gives the text of its code; what is no file is the text itself", text),
        TestCase("what a QR code says is opened unless a picture or --scanned has it", opened),
        TestCase(
            "a picture is read from standard input, and how pictures are read is no command", standardInputPicture),
        TestCase("a picture that is not there, a folder and a file of another kind each say so", unreadable),
        TestCase("the code of a login does not activate, and that of an activation does not log in", wrongCommand),
        TestCase("a code of a manager that nobody confirmed is refused, and what to do is said", unknownManager),
        TestCase("a link that was changed on its way is read, or what has become of it is said", damagedLinks),
        TestCase("a device that is not activated is told so", notActivated),
        TestCase(
            "standard input cannot give the picture and the PIN or the digits", standardInput,
            each: [
                ["login", "-", "--pin-stdin"], ["activate", "-", "--pin-stdin"], ["login", "-", "--pairing", "-"],
            ]),
        TestCase("errors are one line, whatever a code contains", oneLine),
    ]

    let folder: TemporaryFolder
    let manager: Operator

    init() throws {
        folder = try TemporaryFolder()
        manager = try Operator()
        let file = try folder.file("key-material.json", manager.document)
        _ = Transcript("trust", file, "--fingerprint", manager.fingerprint, home: folder)
    }

    func text() throws {
        let picture = try folder.file("picture", QRCode(manager.loginCode).png())
        // Read, and known to be of the manager that is trusted: only the activation is missing.
        let transcript = try Transcript(ofProgram: "login", picture, home: folder)
        #expect(transcript.status == 67 && transcript.errors.contains("xign activate"))
        #expect(try Code("AQIabc").text == "AQIabc")
        #expect(try Code("https://app.example.org/a#AQIabc").text == "https://app.example.org/a#AQIabc")
    }

    func opened() throws {
        #expect(try Code(manager.loginCode).source == .opened)
        #expect(try Code("https://app.example.org/a#\(manager.loginCode)").source == .opened)
        #expect(try Code(manager.loginCode, isScanned: true).source == .scanned)
    }

    func standardInputPicture() throws {
        let picture = try folder.file("picture", QRCode(manager.loginCode).png())
        let transcript = try Transcript(ofProgram: "login", "-", home: folder, input: picture)
        #expect(transcript.status == 67 && transcript.errors.contains("xign activate"))
        let help = Transcript("--help", home: folder)
        #expect(help.status == 0 && !help.output.contains("reader"))
        #expect(Transcript("xign-picture-reader", home: folder).status == 64)
    }

    func unreadable() throws {
        #expect(Transcript("login", "screenshot.PNG", home: folder).status == 66)
        #expect(Transcript("login", folder.path, home: folder).status == 66)
        let text = try folder.file("text", Array("hello".utf8))
        let transcript = try Transcript(ofProgram: "login", text, home: folder)
        #expect(transcript.status == 65 && transcript.errors.contains("PNG"))
        let empty = try folder.file("photo.png", try QRCode("https://example.org").png())
        #expect(try Transcript(ofProgram: "login", empty, home: folder).status == 65)
    }

    func wrongCommand() {
        let activation = Transcript("activate", manager.linkCode, home: folder)
        #expect(activation.status == 65 && activation.errors.contains("xign login"))
        let login = Transcript("login", manager.activationCode, home: folder)
        #expect(login.status == 65 && login.errors.contains("xign activate"))
    }

    func unknownManager() throws {
        let transcript = Transcript("login", try Operator("https://evil.example.org").loginCode, home: folder)
        #expect(transcript.status == 67)
        #expect(transcript.errors.contains("evil.example.org") && transcript.errors.contains("xign trust"))
    }

    func damagedLinks() throws {
        let before = "https://app.login.example.org/a"
        let link = "\(before)#\(manager.linkCode)"
        func outcome(_ text: String, _ language: Language = .english) -> Transcript {
            Transcript(["login", text], home: folder, language: language)
        }
        for text in [
            "\(before)?utm_source=mail&utm_campaign=x#\(manager.linkCode)",
            "\(before)?fbclid=IwAR0#\(manager.linkCode)",
            "  \(link)\n",
        ] {
            // Read, and known to be of the manager that is trusted: only the activation is missing.
            let transcript = outcome(text)
            #expect(transcript.status == 67 && transcript.errors.contains("xign activate"), "\(transcript.errors)")
        }
        let escaped = "https%3A%2F%2Fapp.login.example.org%2Fa%23\(manager.linkCode)"
        for (text, english, german) in [
            (String(link.dropLast(20)), "the link is incomplete", "unvollständig"),
            (before, "what follows # is missing", "Teil nach #"),
            ("\(link.prefix(70))\n\(link.dropFirst(70))", "copy it as one line", "als eine Zeile"),
            ("\(link).", "something was added at the end", "am Ende"), ("<\(link)>", "around it", "um ihn herum"),
            ("https://redirect.example/?url=\(escaped)", "another address", "andere Adresse"),
        ] {
            #expect(outcome(text).status == 65)
            #expect(outcome(text).errors.contains(english), "\(outcome(text).errors)")
            #expect(outcome(text, .german).errors.contains(german), "\(outcome(text, .german).errors)")
        }
    }

    func notActivated() {
        let transcript = Transcript("login", manager.linkCode, home: folder)
        #expect(transcript.status == 67 && transcript.errors.contains("xign activate"))
        #expect(Transcript("forget", "login.example.org", "--yes", home: folder).status == 67)
        let accounts = Transcript("accounts", "--json", home: folder)
        #expect(accounts.status == 0 && accounts.output.filter { !$0.isWhitespace } == "[]")
    }

    func standardInput(arguments: [String]) {
        let transcript = Transcript(arguments, home: folder)
        #expect(transcript.status == 64)
    }

    func oneLine() {
        let transcript = Transcript("login", "evil\u{1B}[2J\nxign: all is well", home: folder)
        #expect(transcript.status == 65)
        #expect(transcript.errors.filter { $0 == "\n" }.count == 1 && !transcript.errors.contains("\u{1B}"))
    }
}
