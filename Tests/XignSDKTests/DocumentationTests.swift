import Foundation
import Testing

@testable import XignSDK

struct DocumentationTests {
    @Test(
        "the documentation of the public surface", .enabled(if: SymbolGraph.isAvailable), arguments: TestCase.all(tests)
    )
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("is there for every symbol", documented),
        TestCase("names errors that exist, in what a flow throws", promisedErrors),
        TestCase("names errors that some flow throws", thrownErrors),
    ]

    func documented() throws {
        let undocumented = try SymbolGraph.ofSDK().symbols.filter { $0.docComment == nil }.map {
            $0.pathComponents.joined(separator: ".")
        }
        #expect(undocumented == [])
    }

    func promisedErrors() throws {
        let known = try Set(Self.codes().map(\.name))
        for symbol in try SymbolGraph.ofSDK().symbols {
            let text = (symbol.docComment?.lines ?? []).map(\.text).joined(separator: " ")
            guard let promise = text.firstRange(of: /- Throws: codes?\s/).map({ text[$0.upperBound...] }) else {
                continue
            }
            for name in promise.matches(of: /`([a-z]\w+)`/).map({ String($0.1) }) {
                #expect(known.contains(name), "\(symbol.pathComponents)")
            }
        }
    }

    func thrownErrors() throws {
        let sources = FileManager.default.enumerator(
            at: SymbolGraph.package.appendingPathComponent("Sources/XignSDK"), includingPropertiesForKeys: nil)
        let files = try #require(sources).compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
        let code = try files.map { try String(contentsOf: $0, encoding: .utf8) }.joined()
        for error in try Self.codes() {
            #expect(code.contains(try Regex("\\.\(error.name)\\b")), "\(error.type)")
        }
    }

    static func codes() throws -> [(type: String, name: String)] {
        try SymbolGraph.ofSDK().symbols
            .filter { ["swift.type.property", "swift.enum.case"].contains($0.kind.identifier) }
            .map { (type: $0.pathComponents[0], name: $0.pathComponents[1]) }
            .filter { ["XignSdkErrorCode", "XignSdkInitializationErrorCodes"].contains($0.type) }
    }
}
