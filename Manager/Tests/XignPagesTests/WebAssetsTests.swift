import Testing
import XignWebAssets

@Suite("Assets")
struct WebAssetsTests {
    @Test("each asset is found under a path with its content's hash, and under no other")
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

    @Test("the page's script turns no text into markup or code")
    func script() {
        let script = String(decoding: WebAssets.loginScript.bytes, as: UTF8.self)
        for sink in [
            "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function", "import(",
        ] {
            #expect(!script.contains(sink))
        }
        #expect(script.contains("xign/1 qr"))
    }

    @Test("the scripts on the way to the app and back keep the secret from the history and from other sites")
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

    @Test("scripts and styles say their type, since the pages forbid guessing it")
    func types() {
        #expect(
            WebAssets.all.map(\.contentType) == [
                "text/css; charset=utf-8", "text/css; charset=utf-8", "text/javascript; charset=utf-8",
                "text/javascript; charset=utf-8", "text/javascript; charset=utf-8", "text/javascript; charset=utf-8",
                "text/javascript; charset=utf-8", "text/javascript; charset=utf-8", "image/svg+xml",
            ])
    }
}
