import Foundation
import Synchronization
import Terminal

@testable import xign

/// The output and exit status of a command.
struct Transcript {
    let status: Int32
    let output: String
    let errors: String

    /// Runs `xign` with a home of its own.
    /// - Parameters:
    ///   - answers: the lines that the person types; nil if there is no person.
    ///   - language: the language of the person.
    init(
        _ arguments: String..., home: TemporaryFolder, answers: [String]? = nil, input: String = "",
        language: Language = .english
    ) {
        self.init(arguments, home: home, answers: answers, input: input, language: language)
    }

    init(
        _ arguments: [String], home: TemporaryFolder, answers: [String]? = nil, input: String = "",
        language: Language = .english
    ) {
        let (output, errors) = (Lines(), Lines())
        let console = Console(
            output: Output { output.append($0) }, errors: Output { errors.append($0) }, input: LineInput(input),
            keyboard: answers.map { .answering($0) } ?? .none, time: .stopped, wording: language.words.terminal)
        status = Xign.program(language.words).run(["--home", home.path + "/home"] + arguments, console: console)
        self.output = output.text
        self.errors = errors.text
    }
}

extension Transcript {
    /// Runs the program that is built with the tests, which starts itself again to read a picture.
    /// - Parameter input: the path of its standard input; nil: none.
    init(ofProgram arguments: String..., home: TemporaryFolder, input: String? = nil) throws {
        let program = Bundle.main.bundleURL.appending(path: "xign").path
        let outcome = try ChildProcess.run(
            ["env", "LC_ALL=C", program, "--home", home.path + "/home"] + arguments,
            input: try input.map { try Data(contentsOf: URL(filePath: $0)) } ?? Data())
        status = outcome.status
        output = outcome.output
        errors = outcome.errors
    }
}

extension CommandFailure {
    /// The message in English.
    var english: String { message(English()).rendered(inColour: false) }
}

extension Timekeeper {
    /// A clock that does not wait.
    static let stopped = Timekeeper(now: { .zero }, sleep: { _ in })
}

/// The collected output.
final class Lines: Sendable {
    private let collected = Mutex("")

    var text: String { collected.withLock { $0 } }

    func append(_ text: String) { collected.withLock { $0 += text } }
}

/// A folder that is removed with the test.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appending(path: "xign-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a file.
    /// - Returns: its path.
    func file(_ name: String, _ content: some DataProtocol) throws -> String {
        let file = path + "/" + name
        try Data(content).write(to: URL(filePath: file))
        return file
    }

    /// The files of the home folder, with their modes.
    func homeFiles() throws -> [String: Int] {
        guard FileManager.default.fileExists(atPath: path + "/home") else { return [:] }
        let names = try FileManager.default.subpathsOfDirectory(atPath: path + "/home")
        return try Dictionary(
            uniqueKeysWithValues: names.map { name in
                let attributes = try FileManager.default.attributesOfItem(atPath: path + "/home/" + name)
                return (name, (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0)
            })
    }
}
