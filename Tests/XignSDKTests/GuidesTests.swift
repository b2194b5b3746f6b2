import Foundation
import Testing

@testable import XignSDK

struct GuidesTests {
    @Test("the guides", .enabled(if: SymbolGraph.isAvailable), arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("list every type under a topic of the first page", topics),
        TestCase("list every function of a component under a topic of its page", functions, each: components),
        TestCase("describe every error code in the table of errors", errors),
    ]

    private static let catalogue = SymbolGraph.package.appendingPathComponent("Sources/XignSDK/XignSDK.docc")

    private static func text(_ name: String) throws -> String {
        try String(contentsOf: catalogue.appendingPathComponent(name), encoding: .utf8)
    }

    func topics() throws {
        let listed = try Self.text("XignSDK.md").matches(of: /(?m)^- ``(\w+)``$/).map { String($0.1) }
        let types = try Set(SymbolGraph.ofSDK().symbols.map { $0.pathComponents[0] })
        #expect(types.subtracting(listed) == [])
        #expect(Set(listed).count == listed.count, "a type is listed twice")
    }

    func functions(component: String) throws {
        // A link may end with the hash or the type of one of several functions with the same name.
        let listed = try Self.text("\(component).md").matches(of: /(?m)^- ``(\w+(?:\([\w:]*\))?)(?:-.*)?``$/)
        let members = try SymbolGraph.ofSDK().symbols.map(\.pathComponents).filter { $0.count == 2 }
            .filter { $0[0] == component }.map { $0[1] }
        #expect(Set(members).subtracting(listed.map { String($0.1) }) == [])
        #expect(members.count == listed.count)
    }
    private static let components = ["XignCommon", "Personalizer", "Authenticator"]

    func errors() throws {
        let described = try Self.text("Errors.md").matches(of: /(?m)^\| ``(\w+)\/(\w+)`` \|/).map { "\($0.1).\($0.2)" }
        let codes = try DocumentationTests.codes().map { "\($0.type).\($0.name)" }
        #expect(Set(codes).subtracting(described) == [])
        #expect(Set(described).count == described.count, "a code is described twice")
    }
}
