import Foundation
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

    @Test(
        "an event variant in asynchronous code does not compile, and the message names the way out",
        .enabled(if: SymbolGraph.isAvailable))
    func eventInAsynchronousCode() throws {
        let call = "XignSdk.shared.xignCommon.executeSecurityCheck()"
        let wrong = try typeCheck("import XignSDK\ntry await \(call)\n")
        #expect(wrong.status != 0)
        #expect(wrong.errors.contains("call it in await MainActor.run"))
        let right = try typeCheck("import XignSDK\nawait MainActor.run { \(call) }\n")
        #expect(right.status == 0, "\(right.errors)")
    }

    /// Type-checks a program, whose top level is asynchronous code.
    private func typeCheck(_ program: String) throws -> ChildProcess.Outcome {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("main.swift")
        try Data(program.utf8).write(to: file)
        return try ChildProcess.run(
            ["swiftc", "-typecheck", "-swift-version", "6"] + SymbolGraph.modules + [file.path])
    }
}
