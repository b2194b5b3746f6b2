import Testing
import XignDomain

struct BrowserKindTests {
    @Test("Browser and system of a User-Agent", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("Browsers in use are known", known, each: Self.inUse),
        TestCase(
            "What is on no list has no words", unknown,
            each: [
                "", " ", "curl/8.5.0", "Mozilla/5.0", "Mozilla/5.0 (X11; Linux x86_64)", "Firefox/140.0",
                "Mozilla/5.0 (X11; FreeBSD amd64; rv:140.0) Gecko/20100101 Firefox/140.0",
                "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15",
                "Mozilla/5.0 (Windows NT 10.0) Netscape/9.0", "NotFirefox/1 (Windows NT 10.0)",
                "Firefoxy/1 (WindowsPhone)",
            ]),
        TestCase("Any text gives two words of the lists or none, whatever else it says", anyText),
        TestCase("The stored form is read back, and no other text is read", stored),
    ]

    private static let inUse: [(String, String)] = [
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0",
            "firefox windows"
        ),
        (
            "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0", "firefox android"
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
                + "FxiOS/140.0 Mobile/15E148 Safari/605.1.15",
            "firefox iPhone"
        ),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 "
                + "Safari/537.36 Edg/137.0.0.0",
            "edge windows"
        ),
        (
            "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Mobile "
                + "Safari/537.36",
            "chrome android"
        ),
        (
            "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 "
                + "Chrome/130.0.0.0 Mobile Safari/537.36",
            "samsungInternet android"
        ),
        (
            "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Safari/537.36 "
                + "OPR/121.0.0.0",
            "opera linux"
        ),
        (
            "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 "
                + "Safari/537.36",
            "chrome chromeOS"
        ),
        (
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 "
                + "Safari/605.1.15",
            "safari macOS"
        ),
        (
            "Mozilla/5.0 (iPad; CPU OS 17_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.7 "
                + "Mobile/15E148 Safari/604.1",
            "safari iPad"
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
                + "CriOS/137.0.7151.79 Mobile/15E148 Safari/604.1",
            "chrome iPhone"
        ),
    ]

    func known(_ example: (userAgent: String, words: String)) {
        #expect(BrowserKind(userAgent: example.userAgent)?.stored == example.words)
    }

    func unknown(_ text: String) { #expect(BrowserKind(userAgent: text) == nil) }

    func anyText() {
        var generator = Generator(state: 1)
        var found: Set<String> = []
        for _ in 0..<20_000 {
            let text = generator.userAgent()
            guard let kind = BrowserKind(userAgent: text) else { continue }
            found.insert(kind.stored)
            #expect(BrowserKind(stored: kind.stored) == kind, "\(text)")
            // Versions and models change nothing.
            #expect(BrowserKind(userAgent: text.filter { !$0.isNumber }) == kind, "\(text)")
            #expect(BrowserKind(userAgent: "\(text) Secret/9137") == kind, "\(text)")
        }
        #expect(found.count > 20)
        let all = BrowserKind.Product.allCases.flatMap { product in
            BrowserKind.System.allCases.map { BrowserKind(product, $0).stored }
        }
        #expect(found.isSubset(of: all))
    }

    func stored() {
        for product in BrowserKind.Product.allCases {
            for system in BrowserKind.System.allCases {
                let kind = BrowserKind(product, system)
                #expect(BrowserKind(stored: kind.stored) == kind)
                for other in [" \(kind.stored)", "\(kind.stored) ", "\(kind.stored) 9", product.rawValue] {
                    #expect(BrowserKind(stored: other) == nil, "\(other)")
                }
            }
        }
        for text in ["", " ", "netscape windows", "firefox beos", "Firefox Windows"] {
            #expect(BrowserKind(stored: text) == nil, "\(text)")
        }
    }
}

/// A random number generator with a seed, so that a failure can be repeated (SplitMix64).
private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    /// Parts of the fields of browsers, and of none, in any order.
    mutating func userAgent() -> String {
        let parts = [
            "Mozilla/5.0", "(Windows NT 10.0)", "(X11; Linux x86_64)", "(Linux; Android 15)", "(Macintosh; Intel)",
            "(iPhone; CPU)", "(iPad; CPU)", "(X11; CrOS x86_64)", "Firefox/1", "Chrome/2.0", "Safari/3", "Edg/4",
            "OPR/5", "SamsungBrowser/6", "(", ")", ";", "/", "é", "\u{0}", "Robot", "Version/7",
        ]
        return (0..<Int.random(in: 0...8, using: &self)).compactMap { _ in parts.randomElement(using: &self) }
            .joined(separator: Bool.random(using: &self) ? " " : ";")
    }
}
