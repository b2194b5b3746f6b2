import Foundation
import QRCode
import Testing

@testable import Terminal

struct ShownCodeTests {
    @Test("A QR code on a console", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("is first, and of the usual size, where nobody looks at a window", elsewhere),
        TestCase("has escape sequences only where colours are shown", colours),
        TestCase(
            "is last in a window, so that it stays there whole beside the prompt of the shell", windows,
            each: [
                (80, 24), (49, 26), (49, 25), (41, 60), (132, 50),
            ]),
        TestCase(
            "is not drawn in a window that is too small, which says the size and the other way", tooSmall,
            each: [
                (40, 60), (80, 20), (20, 10),
            ]),
        TestCase("is drawn in a window of the size that it asked for", asked),
        TestCase("keeps its quiet zone where there is room, and as much of it as possible elsewhere", quietZone),
        TestCase("asks a terminal for the size of its window, which may change", size),
        TestCase("that no code can hold is its lines alone", tooLong),
    ]

    /// As long as a manager's link.
    private static let link = "https://app.login.example.org/a#" + String(repeating: "aB3_", count: 16)

    private func printed(
        _ text: String = link, columns: Int, lines: Int, showsColours: Bool = false
    ) -> [Substring] {
        let transcript = Transcript()
        let window = Output.Window(columns: columns, lines: lines)
        Console(output: transcript.output(isTerminal: true, showsColours: showsColours, window: window))
            .print(qrCodeOf: text, with: ["Link:", "\(text)"])
        return transcript.text.split(separator: "\n")
    }

    func elsewhere() throws {
        let (file, terminal) = (Transcript(), Transcript())
        for output in [file.output(), terminal.output(isTerminal: true)] {
            Console(output: output).print(qrCodeOf: Self.link, with: ["Link:"])
        }
        #expect(file.text == (try QRCode(Self.link)).terminalText(.lightBlocks) + "Link:\n")
        #expect(terminal.text == file.text)
    }

    func colours() throws {
        let lines = printed(columns: 200, lines: 100, showsColours: true)
        #expect(lines.dropFirst(2).joined(separator: "\n") + "\n" == (try QRCode(Self.link)).terminalText(.colours))
        #expect(!printed(columns: 200, lines: 100).joined().contains("\u{1B}"))
    }

    func windows(columns: Int, lines: Int) {
        let shown = printed(columns: columns, lines: lines)
        #expect(shown.prefix(2) == ["Link:", Self.link[...]])
        let code = shown.dropFirst(2)
        #expect(code.allSatisfy { $0.allSatisfy { " ▀▄█".contains($0) } })
        #expect(code.count < lines && code.allSatisfy { $0.count <= columns && $0.count == code.first?.count })
    }

    func tooSmall(columns: Int, lines: Int) throws {
        let shown = printed(columns: columns, lines: lines)
        #expect(shown.count == 3)
        #expect(shown.last?.contains("of 41 columns and 22 lines") == true)
        #expect(shown.last?.contains("--qr FILE") == true)
    }

    func asked() { #expect(printed(columns: 41, lines: 22).count == 2 + 21) }

    func quietZone() throws {
        #expect(printed(columns: 100, lines: 26).dropFirst(2).count == 25)
        #expect(printed(columns: 100, lines: 25).dropFirst(2).first?.count == 37 + 8)
        #expect(printed(columns: 100, lines: 23).dropFirst(2).first?.count == 37 + 6)
        #expect(printed(columns: 100, lines: 22).dropFirst(2).first?.count == 37 + 4)
    }

    func size() throws {
        let terminal = try PseudoTerminal()
        let output = Output(descriptor: terminal.device, environment: [:])
        #expect(output.window == nil)
        terminal.resize(columns: 40, lines: 12)
        #expect(output.window == Output.Window(columns: 40, lines: 12))
        #expect(Output(descriptor: open("/dev/null", O_WRONLY)).window == nil)
    }

    func tooLong() {
        let transcript = Transcript()
        Console(output: transcript.output()).print(qrCodeOf: String(repeating: "a", count: 5000), with: ["Link:"])
        #expect(transcript.text == "Link:\n")
    }
}

struct PictureFileTests {
    @Test("The file of a picture", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("is new, complete and its owner's alone", new),
        TestCase("is gone where nothing was written", unused),
        TestCase("never replaces a file without a question, and leaves it where nothing was written", existing),
        TestCase("is refused where it is a link, a folder, or below what is no folder", refused),
    ]

    private let folder: URL
    private let code: QRCode

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "pictures-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        code = try QRCode("x")
    }

    private var path: String { folder.appending(path: "code.png").path }
    private var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()) ?? [] }

    private func file(_ answers: String..., path: String? = nil) throws -> PictureFile {
        try PictureFile(
            path ?? self.path, console: Console(keyboard: answers.isEmpty ? .none : .answering(answers)))
    }

    private func cleanUp() { try? FileManager.default.removeItem(at: folder) }

    func new() throws {
        defer { cleanUp() }
        umask(0)
        try file().write(code)
        #expect(try Data(contentsOf: URL(filePath: path)) == Data(code.png()))
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
        #expect(mode?.intValue == 0o600)
    }

    func unused() throws {
        defer { cleanUp() }
        do { _ = try file() }
        #expect(names.isEmpty)
    }

    func existing() throws {
        defer { cleanUp() }
        try Data("mine".utf8).write(to: URL(filePath: path))
        let refusals = [
            #expect(throws: Failure.self) { try file() }, #expect(throws: Failure.self) { try file("n") },
            #expect(throws: Failure.self) { try file("") },
        ]
        #expect(refusals.map { $0?.exitStatus } == [.output, .declined, .declined])
        do { _ = try file("y") }
        #expect(try Data(contentsOf: URL(filePath: path)) == Data("mine".utf8))
        try file("y ").write(code)
        #expect(try Data(contentsOf: URL(filePath: path)) == Data(code.png()))
        #expect(names == ["code.png"])
    }

    func refused() throws {
        defer { cleanUp() }
        let link = folder.appending(path: "link.png").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        for wrong in [link, folder.path, folder.path + "/missing/code.png", ""] {
            #expect(throws: Failure.self) { try file("y", path: wrong) }
        }
        #expect(names == ["link.png"])
    }
}
