import Testing

/// Every flow has three variants, according to the compiler's symbol graph.
@Suite("the public surface")
struct FacesTests {
    @Test("every flow has an async, a blocking and an event variant", .enabled(if: SymbolGraph.isAvailable))
    func faces() throws {
        var faces: [[String]: [String]] = [:]
        for symbol in try SymbolGraph.ofSDK().symbols where symbol.kind.identifier == "swift.method" {
            let text = symbol.declarationFragments.map(\.spelling).joined()
            faces[symbol.pathComponents, default: []].append(text.contains(" async") ? "async" : "plain")
        }
        let blocking = faces.keys.filter { $0.last?.contains("Synchronous(") == true }
        #expect(blocking.count == 28)
        for path in blocking {
            let twin = path.dropLast() + [path[path.count - 1].replacingOccurrences(of: "Synchronous(", with: "(")]
            #expect(faces[Array(twin)]?.sorted() == ["async", "plain"], "\(path)")
        }
        // Conversely, every asynchronous function of a component has the other variants.
        let components: Set = ["XignCommon", "Personalizer", "Authenticator"]
        for (path, kinds) in faces where components.contains(path[0]) && kinds.contains("async") {
            #expect(kinds.sorted() == ["async", "plain"], "\(path)")
        }
    }
}
