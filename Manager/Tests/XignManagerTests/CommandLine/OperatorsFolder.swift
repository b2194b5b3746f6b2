import DatabaseFixture
import Foundation
import Testing
import XignProtocol

@testable import XignServer

/// A data folder that `xignin-manager init` has made, and the program that is built beside the tests.
final class OperatorsFolder: Sendable {
    let path: String

    /// The content of the files that `init` makes, by their names. Made once: `init` draws a key for RSA, which takes
    /// longer than most commands.
    private static let files = Result {
        let folder = try OperatorsFolder(files: [:])
        try folder.expect(["init", "--issuer", "http://127.0.0.1:8080"], prints: [])
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        return try Dictionary(
            uniqueKeysWithValues: names.map { name in
                (name, Array(try Data(contentsOf: URL(filePath: "\(folder.path)/\(name)"))))
            })
    }

    private init(files: [String: [UInt8]]) throws {
        path = FileManager.default.temporaryDirectory.appending(path: "xign-operator-\(UUID().uuidString)").path
        try DataFolder(path).create()
        for (name, content) in files { try PrivateFile.create("\(path)/\(name)", content) }
    }

    convenience init() throws { try self.init(files: try Self.files.get()) }

    /// A data folder for the database of a manager that runs in this process.
    convenience init(of manager: TestManager) throws {
        try self.init(files: [:])
        let key = manager.keyEncryptionKey.withUnsafeBytes { Base64URL.encode(Array($0)) }
        try PrivateFile.create("\(path)/key-encryption-key", Array("\(key)\n".utf8))
        let configuration = Configuration(
            issuer: manager.issuer.description, database: manager.place.address)
        try PrivateFile.create(DataFolder(path).configurationPath, Array(configuration.yaml.utf8))
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Adds lines to `manager.yaml`. One for a key that is there replaces it.
    func configure(_ lines: String...) throws {
        let file = URL(filePath: "\(path)/manager.yaml")
        let keys = lines.map { $0.prefix { $0 != ":" } + ":" }
        let kept = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            .filter { line in !keys.contains { line.hasPrefix($0) } }
        try Data((kept.map(String.init) + lines + [""]).joined(separator: "\n").utf8).write(to: file)
    }

    /// The program's path.
    static var program: String { Bundle.main.bundleURL.appending(path: "xignin-manager").path }

    /// Runs a command without a terminal.
    /// - Parameters:
    ///   - data: nil: this folder.
    ///   - environment: variables beside those of the tests, as `NAME=value`.
    ///   - starter: a program with its arguments that starts the command, such as `setpriv`.
    func run(
        _ arguments: [String], input: String = "", data: String? = nil, environment: [String] = [],
        starter: [String] = []
    ) throws -> ChildProcess.Outcome {
        let command =
            starter + ["setsid", "--wait", "env"] + environment + [Self.program, "--data", data ?? path]
        return try ChildProcess.run(command + arguments, input: Data(input.utf8))
    }

    /// Runs a command at a terminal of its own. Its output is all that the person sees.
    /// - Parameter answer: the line that the person types, whether the command asks or not.
    func runAtTerminal(_ arguments: [String], answering answer: String) throws -> ChildProcess.Outcome {
        let words = [Self.program, "--data", path] + arguments
        let line = words.map { "'\($0.replacing("'", with: #"'\''"#))'" }.joined(separator: " ")
        return try ChildProcess.run(
            ["script", "--quiet", "--return", "--command", line, "/dev/null"], input: Data("\(answer)\n".utf8))
    }

    func expect(_ arguments: [String], input: String = "", prints lines: [String]) throws {
        let outcome = try run(arguments, input: input)
        try #require(outcome.status == 0, "\(arguments): \(outcome.errors)")
        for line in lines { #expect(outcome.output.contains(line)) }
    }
}
