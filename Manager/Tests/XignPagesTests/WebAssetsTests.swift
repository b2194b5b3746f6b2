import Foundation
import Testing
import XignWebAssets

struct WebAssetsTests {
    @Test("Assets", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("each asset is found under a path with its content's hash, and under no other", paths),
        TestCase("all modules of the authenticator are below one path, with a hash", modules),
        TestCase(
            "the path of all modules changes with the code or the name of any of them, and not with a comment",
            moduleHash),
        TestCase("each module in the folders of the authenticator is served, so that no import fails", servedModules),
        TestCase("a module is served without comments and indentation, and otherwise as it is written", comments),
        TestCase("the page's script turns no text into markup or code", script),
        TestCase(
            "the scripts on the way to the app and back keep the secret from the history and from other sites",
            fragments),
        TestCase("scripts and styles say their type, since the pages forbid guessing it", types),
    ]

    func paths() throws {
        for asset in WebAssets.all {
            #expect(asset.path.wholeMatch(of: #/\/assets\/[a-z]+\.[0-9a-f]{16}\.(css|js|svg)/#) != nil)
            #expect(WebAssets.asset(at: asset.path)?.bytes == asset.bytes)
            #expect(!asset.bytes.isEmpty)
        }
        #expect(Set(WebAssets.all.map(\.path)).count == WebAssets.all.count)
        #expect(WebAssets.asset(at: "/assets/login.css") == nil)
        #expect(WebAssets.asset(at: "/assets/../login.css") == nil)
    }

    func modules() throws {
        let modules = WebAssets.authenticator
        #expect(modules.main.path.wholeMatch(of: #/\/assets\/authenticator\.[0-9a-f]{16}\/page\/main\.js/#) != nil)
        let folder = modules.main.path.dropLast("page/main.js".count)
        for module in modules.all {
            #expect(module.path.hasPrefix(folder))
            #expect(WebAssets.asset(at: module.path)?.bytes == module.bytes)
            #expect(module.contentType == "text/javascript; charset=utf-8")
        }
        #expect(WebAssets.asset(at: "/assets/authenticator/page/main.js") == nil)
    }

    func moduleHash() {
        let files: [(name: String, bytes: [UInt8])] = [
            ("page/main", Array("import \"./view.js\";".utf8)), ("page/view", Array("let x = 1;".utf8)),
        ]
        let path = AuthenticatorModules(files).main.path
        var changed = files
        changed[1].bytes = Array("let x = 2;".utf8)
        #expect(AuthenticatorModules(changed).main.path != path)
        changed = files
        changed[1].name = "page/views"
        #expect(AuthenticatorModules(changed).main.path != path)
        changed = files
        changed[1].bytes = Array("// one\n  let x = 1;".utf8)
        #expect(AuthenticatorModules(changed).main.path == path)
    }

    func servedModules() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Sources/XignWebAssets/Authenticator").standardized
        let files = try ["page", "protocol"].flatMap { name in
            try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: name).path)
                .map { "\(name)/\($0)" }
        }
        let served = WebAssets.authenticator.all.map { $0.path.split(separator: "/").suffix(2).joined(separator: "/") }
        #expect(Set(files) == Set(served))
        #expect(files.count == served.count)
    }

    func comments() {
        for module in WebAssets.authenticator.all {
            let lines = String(decoding: module.bytes, as: UTF8.self).split(separator: "\n")
            #expect(!lines.isEmpty, "\(module.path)")
            for line in lines {
                let isComment = ["//", "/*", "* "].contains { line.hasPrefix($0) }
                #expect(!isComment, "\(module.path): \(line)")
                #expect(!line.hasPrefix(" "), "\(module.path): \(line)")
            }
        }
    }

    func script() {
        let script = String(decoding: WebAssets.loginScript.bytes, as: UTF8.self)
        for sink in [
            "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function", "import(",
        ] {
            #expect(!script.contains(sink))
        }
        #expect(script.contains("xign/1 qr"))
    }

    func fragments() {
        for asset in [WebAssets.returnScript, WebAssets.appLinkScript] {
            let script = String(decoding: asset.bytes, as: UTF8.self)
            #expect(script.contains("history.replaceState(null, \"\", location.pathname);"))
            #expect(script.contains("addEventListener(\"hashchange\""))
            for way in ["fetch(", "XMLHttpRequest", "sendBeacon", "import", "http", "location =", "localStorage"] {
                #expect(!script.contains(way))
            }
        }
        #expect(!String(decoding: WebAssets.appLinkScript.bytes, as: UTF8.self).contains("submit"))
    }

    func types() {
        #expect(
            WebAssets.all.map(\.contentType) == [
                "text/css; charset=utf-8", "text/css; charset=utf-8", "text/css; charset=utf-8",
                "text/javascript; charset=utf-8", "text/javascript; charset=utf-8", "text/javascript; charset=utf-8",
                "text/javascript; charset=utf-8", "text/javascript; charset=utf-8", "text/javascript; charset=utf-8",
                "text/javascript; charset=utf-8", "text/javascript; charset=utf-8", "image/svg+xml",
            ])
    }
}
