import Foundation
import Testing
import XignUseCases

struct ManualTests {
    @Test("docs/operations.md", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("lists each code of an error that an operator must correct, and no other", errorCodes),
        TestCase("lists only codes that some source throws", thrownCodes),
        TestCase("lists each event of the log", logEvents),
    ]

    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    private func section(_ title: String) throws -> String {
        let manual = try String(contentsOf: Self.root.appending(path: "docs/operations.md"), encoding: .utf8)
        return try #require(manual.components(separatedBy: "\n## ").first { $0.hasPrefix("\(title)\n") })
    }

    /// The sources of the manager as one text.
    private func sources() throws -> String {
        let folder = Self.root.appending(path: "Manager/Sources")
        let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        return try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
            .map { try String(contentsOf: $0, encoding: .utf8) }.joined()
    }

    func errorCodes() throws {
        let listed = try section("Errors").matches(of: /\n\| `(\w+)` \|/).map { String($0.1) }
        #expect(listed == ManagerError.Code.allCases.map(\.rawValue).sorted())
    }

    func thrownCodes() throws {
        let sources = try sources()
        let thrown = Set(sources.matches(of: /ManagerError\(\s*\.(\w+),/).map { String($0.1) })
        #expect(thrown == Set(ManagerError.Code.allCases.map(\.rawValue)))
    }

    func logEvents() throws {
        let log = try section("Log")
        let events = Set(try sources().matches(of: /\.(?:debug|info|warning|error),\s+"(\w+)"/).map { String($0.1) })
        #expect(events.contains("listening"))
        for event in events.sorted() { #expect(log.contains("`\(event)`"), "\(event)") }
    }
}
