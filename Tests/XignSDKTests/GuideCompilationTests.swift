import Foundation
import Testing

/// The listings of the guides compile with nothing but what the guides show.
@Suite("the guides alone")
struct GuideCompilationTests {
    @Test(
        "each guide's listings compile beside those that it names, with the type that the first guide shows",
        .enabled(if: SymbolGraph.isAvailable))
    func compilation() throws {
        // Guides that name each other are compiled once.
        var compiled: Set<Set<String>> = []
        for guide in try Self.guides() {
            let names = try Self.closure(of: guide)
            guard compiled.insert(names).inserted else { continue }
            let outcome = try Self.typeCheck(Self.program(of: names.sorted()))
            #expect(outcome.status == 0, "\(guide): \(outcome.errors)")
        }
        #expect(compiled.count > 1)
    }

    @Test("a listing that needs what no guide shows is refused", .enabled(if: SymbolGraph.isAvailable))
    func counterexample() throws {
        let program = try Self.program(of: ["GettingStarted", "Transactions"])
        let outcome = try Self.typeCheck(program)
        #expect(outcome.status != 0)
        #expect(outcome.errors.contains("cannot find 'authenticate'"))
    }

    private static let catalogue = SymbolGraph.package.appendingPathComponent("Sources/XignSDK/XignSDK.docc")

    private static func text(_ guide: String) throws -> String {
        try String(contentsOf: catalogue.appendingPathComponent("\(guide).md"), encoding: .utf8)
    }

    private static func guides() throws -> [String] {
        try FileManager.default.contentsOfDirectory(at: catalogue, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "md" }.map { $0.deletingPathExtension().lastPathComponent }.sorted()
            .filter { try !listings($0).isEmpty }
    }

    /// The listings of a guide, without previews: scripts/checks/apple.py type-checks those of the sample app.
    private static func listings(_ guide: String) throws -> [String] {
        try text(guide).matches(of: /(?s)\n```swift\n(.*?)\n```/).map { String($0.1) }
            .filter { !$0.contains(": PreviewProvider") }
    }

    /// The guide, those that it names where it says beside which listings its own stand, and those that they name.
    private static func closure(of guide: String) throws -> Set<String> {
        var (names, open): (Set<String>, [String]) = ([], [guide, "GettingStarted"])
        while let name = open.popLast() {
            guard names.insert(name).inserted else { continue }
            let sentences = try text(name).matches(of: /(?s)\nThe listings stand .*?\n\n/)
            open += sentences.flatMap { $0.0.matches(of: /<doc:(\w+)>/).map { String($0.1) } }
        }
        return names
    }

    /// The listings with the imports that the guides name. Functions are put into the type that the guides name.
    private static func program(of names: [String]) throws -> String {
        let imports = try Set(names.flatMap { try text($0).matches(of: /`import (\w+)`/).map { String($0.1) } })
        let parts = try names.flatMap(listings).map { listing in
            let isType = listing.contains(/(?m)^(?:final |@MainActor )*(?:class|struct|enum|protocol)\s/)
            return isType ? listing : "extension GuideApp {\n\(listing)\n}"
        }
        return (imports.sorted().map { "import \($0)" } + parts).joined(separator: "\n\n") + "\n"
    }

    private static func typeCheck(_ program: String) throws -> ChildProcess.Outcome {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("Guide.swift")
        try Data(program.utf8).write(to: file)
        // The C modules of XignTPM2.
        let products = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        let headers = [
            SymbolGraph.package.appendingPathComponent("Sources/CTSS2"),
            products.appendingPathComponent("CTSS2Log.build"),
        ]
        return try ChildProcess.run(
            ["swiftc", "-typecheck", "-parse-as-library", "-swift-version", "6", "-warnings-as-errors"]
                + SymbolGraph.modules + headers.flatMap { ["-I", $0.path] } + [file.path])
    }
}
