import Foundation
import Testing

/// Every flow has three faces; the compiler's symbol graph tells.
@Suite("the public surface")
struct FacesTests {
    private struct Graph: Decodable {
        struct Symbol: Decodable {
            struct Kind: Decodable { var identifier: String }
            struct Fragment: Decodable { var spelling: String }
            struct Documentation: Decodable {}
            var kind: Kind
            var pathComponents: [String]
            var declarationFragments: [Fragment]
            var docComment: Documentation?
            var accessLevel: String
        }
        var symbols: [Symbol]
    }

    private static func graph() throws -> Graph {
        // The modules lie beside the test that is running.
        let products = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        let output = try TemporaryFolder()
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        #if arch(arm64)
            let architecture = "aarch64"
        #else
            let architecture = "x86_64"
        #endif
        process.arguments = [
            "swift-symbolgraph-extract", "-module-name", "XignSDK", "-I",
            products.appendingPathComponent("Modules").path,
            "-I", package.appendingPathComponent("Sources/CLibCrypto").path, "-target",
            "\(architecture)-unknown-linux-gnu", "-minimum-access-level", "public", "-skip-synthesized-members",
            "-output-dir", output.url.path,
        ]
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        let file = output.url.appendingPathComponent("XignSDK.symbols.json")
        return try JSONDecoder().decode(Graph.self, from: Data(contentsOf: file))
    }

    @Test("every flow has an async, a blocking and an event face", .enabled(if: isLinux))
    func faces() throws {
        var faces: [[String]: [String]] = [:]
        for symbol in try Self.graph().symbols where symbol.kind.identifier == "swift.method" {
            let text = symbol.declarationFragments.map(\.spelling).joined()
            faces[symbol.pathComponents, default: []].append(text.contains(" async") ? "async" : "plain")
        }
        let blocking = faces.keys.filter { $0.last?.contains("Synchronous(") == true }
        #expect(blocking.count == 22)
        for path in blocking {
            let twin = path.dropLast() + [path[path.count - 1].replacingOccurrences(of: "Synchronous(", with: "(")]
            #expect(faces[Array(twin)]?.sorted() == ["async", "plain"], "\(path)")
        }
        // And the other way round: whatever of a component is asynchronous has its twins.
        let components: Set = ["XignCommon", "Personalizer", "Authenticator"]
        for (path, kinds) in faces where components.contains(path[0]) && kinds.contains("async") {
            #expect(kinds.sorted() == ["async", "plain"], "\(path)")
        }
    }

    @Test("every public symbol is documented", .enabled(if: isLinux))
    func documented() throws {
        let undocumented = try Self.graph().symbols.filter { $0.docComment == nil }.map {
            $0.pathComponents.joined(separator: ".")
        }
        #expect(undocumented == [])
    }

    private static var isLinux: Bool {
        #if os(Linux)
            true
        #else
            false
        #endif
    }
}
