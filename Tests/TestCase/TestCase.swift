import Foundation
import Testing

/// A test of a suite: the promise that is its name, and the method that checks it.
///
/// A suite has a list of its tests and one function for all of them:
///
///     struct RenameTests {
///         @Test("Renaming", arguments: TestCase.all(tests))
///         func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }
///
///         static let tests: [TestCase<Self>] = [
///             TestCase("a device gets its new name", newName),
///             TestCase("a name that is too long is refused", tooLong, each: [65, 1000]),
///         ]
///
/// A suite on the main actor, and a test with a trait, keep `@Test`.
///
/// The compiler needs 30 ms for each `@Test`, and 3 ms for an element of the list. Besides, `@Test` writes line
/// numbers into the module's interface: if a line moves, all other files of the module are compiled again.
///
/// A failure names the test, the arguments, the file and the line. `XIGN_TEST` is a regular expression for the names
/// of the tests to run, and `XIGN_TEST_WITHOUT` one for those to leave out, with their arguments.
///
/// The file that `XIGN_TEST_LOG` names gets a line when a test begins, and one when it ends: `scripts/swift_tests.py`
/// reads them. The events of Testing do not suffice, since they count the time in which a test waits for a thread.
struct TestCase<Suite> {
    let name: String
    private let runs: [Run]

    private struct Run {
        let argument: String?
        let check: (Suite) async throws -> Void
    }

    /// A test that runs once.
    init(_ name: String, _ method: @escaping (Suite) -> () async throws -> Void) {
        self.init(name: name, runs: [Run(argument: nil) { try await method($0)() }])
    }

    /// A test that runs with each argument.
    init<Argument, Arguments: Sequence>(
        _ name: String, _ method: @escaping (Suite) -> (Argument) async throws -> Void, each arguments: Arguments
    ) where Arguments.Element == Argument {
        self.init(
            name: name,
            runs: arguments.map { argument in
                Run(argument: Self.text(argument)) { try await method($0)(argument) }
            })
    }

    /// A test that runs with each pair.
    init<First, Second, Pairs: Sequence>(
        _ name: String, _ method: @escaping (Suite) -> (First, Second) async throws -> Void, each pairs: Pairs
    ) where Pairs.Element == (First, Second) {
        self.init(
            name: name,
            runs: pairs.map { pair in
                Run(argument: "\(Self.text(pair.0)), \(Self.text(pair.1))") { try await method($0)(pair.0, pair.1) }
            })
    }

    /// A test that runs with each triple.
    init<First, Second, Third, Triples: Sequence>(
        _ name: String, _ method: @escaping (Suite) -> (First, Second, Third) async throws -> Void,
        each triples: Triples
    ) where Triples.Element == (First, Second, Third) {
        self.init(
            name: name,
            runs: triples.map { triple in
                let argument = "\(Self.text(triple.0)), \(Self.text(triple.1)), \(Self.text(triple.2))"
                return Run(argument: argument) { try await method($0)(triple.0, triple.1, triple.2) }
            })
    }

    /// A test that runs with each first argument and each second.
    init<First, Second, Firsts: Sequence, Seconds: Sequence>(
        _ name: String, _ method: @escaping (Suite) -> (First, Second) async throws -> Void, each firsts: Firsts,
        _ seconds: Seconds
    ) where Firsts.Element == First, Seconds.Element == Second {
        self.init(name, method, each: firsts.flatMap { first in seconds.map { (first, $0) } })
    }

    private init(name: String, runs: [Run]) {
        self.name = name
        self.runs = runs
    }

    private static func text(_ argument: some Any) -> String {
        (argument as? any CustomTestStringConvertible)?.testDescription ?? String(describing: argument)
    }

    /// The runs of all tests, each as a test of its own, or of those that `XIGN_TEST` selects.
    static func all(_ tests: [TestCase]) -> [TestCase] {
        let environment = ProcessInfo.processInfo.environment
        let runs = tests.flatMap { test in test.runs.map { TestCase(name: test.name, runs: [$0]) } }
        return runs.filter { run in
            if let selection = environment["XIGN_TEST"], !run.isNamed(selection) { return false }
            guard let exclusion = environment["XIGN_TEST_WITHOUT"], run.isNamed(exclusion) else { return true }
            TestLog.shared?.add("left out\t\(Suite.self)\t\(run.testDescription)")
            return false
        }
    }

    private func isNamed(_ pattern: String) -> Bool {
        testDescription.range(of: pattern, options: .regularExpression) != nil
    }

    /// Checks the promise.
    ///
    /// - Parameter suite: makes a new suite when the test's turn has come, so that no test sees what another has left
    ///   there.
    func run(_ suite: @autoclosure () async throws -> Suite) async throws {
        await TestTurn.shared.enter()
        TestLog.shared?.add("began\t\(Suite.self)\t\(testDescription)")
        let result: Result<Void, any Error>
        do {
            for run in runs { try await run.check(try await suite()) }
            result = .success(())
        } catch {
            result = .failure(error)
        }
        TestLog.shared?.add("ended\t\(Suite.self)\t\(testDescription)")
        await TestTurn.shared.leave()
        try result.get()
    }
}

/// The functions are references to methods, which capture nothing. The arguments are constants that no test changes.
extension TestCase: @unchecked Sendable {}

extension TestCase: CustomTestStringConvertible {
    var testDescription: String {
        ([name] + runs.compactMap(\.argument).map { "[\($0)]" }).joined(separator: " ")
            .split(whereSeparator: \.isNewline).joined(separator: " ")
    }
}

/// Lets some tests run at once. Testing begins more of them, so that each would take as long as all others.
private actor TestTurn {
    static let shared = TestTurn(places: ProcessInfo.processInfo.activeProcessorCount + 1)

    private var places: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(places: Int) {
        self.places = places
    }

    func enter() async {
        if places > 0 {
            places -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    func leave() {
        if waiting.isEmpty {
            places += 1
        } else {
            waiting.removeFirst().resume()
        }
    }
}

/// The file of the tests that began and ended.
private struct TestLog {
    static let shared = ProcessInfo.processInfo.environment["XIGN_TEST_LOG"].map { path in
        TestLog(file: open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644))
    }

    let file: Int32

    /// Adds a line by one write, so that lines of several threads do not mix.
    func add(_ text: String) {
        let line = Array("\(text)\n".utf8)
        _ = line.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
    }
}
