import Foundation
import Testing

/// The compiler's symbol graph of the public surface: each symbol with its declaration and documentation.
struct SymbolGraph: Decodable {
    struct Symbol: Decodable {
        struct Kind: Decodable { var identifier: String }
        struct Fragment: Decodable { var spelling: String }
        struct Documentation: Decodable {
            struct Line: Decodable { var text: String }
            var lines: [Line]
        }
        var kind: Kind
        var pathComponents: [String]
        var declarationFragments: [Fragment]
        var docComment: Documentation?
        var accessLevel: String
    }

    var symbols: [Symbol]

    /// True if the graph can be extracted: on Apple's systems the modules are elsewhere.
    static var isAvailable: Bool {
        #if os(Linux)
            true
        #else
            false
        #endif
    }

    static func ofSDK() throws -> SymbolGraph {
        let folder = try TemporaryFolder()
        return try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: file(in: folder)))
    }

    /// Writes the graph of XignSDK into a folder.
    static func file(in folder: TemporaryFolder) throws -> URL {
        #if arch(arm64)
            let architecture = "aarch64"
        #else
            let architecture = "x86_64"
        #endif
        let outcome = try ChildProcess.run(
            ["swift-symbolgraph-extract", "-module-name", "XignSDK"] + modules + [
                "-target", "\(architecture)-unknown-linux-gnu", "-minimum-access-level", "public",
                "-skip-synthesized-members", "-output-dir", folder.url.path,
            ])
        try #require(outcome.status == 0)
        return folder.url.appendingPathComponent("XignSDK.symbols.json")
    }

    /// The compiler's options to find the modules, which are beside the running test program.
    static var modules: [String] {
        let products = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        let folders =
            [products.appendingPathComponent("Modules")]
            + ["CLibCrypto", "CCurl"].map { package.appendingPathComponent("Sources/\($0)") }
        return folders.flatMap { ["-I", $0.path] }
    }

    static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
}
