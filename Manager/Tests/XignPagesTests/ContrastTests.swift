import Foundation
import Testing

/// Contrasts of the colours in `tokens.css` (WCAG 2.2, success criteria 1.4.3 and 1.4.11), in both schemes.
struct ContrastTests {
    @Test("Contrast of the colours", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("each text can be read on each ground", texts, each: Scheme.allCases),
        TestCase("the edge of a field can be seen on each ground", edges, each: Scheme.allCases),
        TestCase("each colour is one whose contrast is checked, or a line that only decorates", completeness),
        TestCase("no style has a colour of its own, and none uses a token that is not there", tokensAlone),
    ]

    private static let grounds = ["ground", "surface", "inset", "good-ground", "bad-ground", "warning-ground"]
    private static let texts = ["text", "muted", "accent", "accent-strong", "good", "bad", "bad-strong", "warning"]
    /// Text on a button, with the grounds that the button has.
    private static let onButtons = [("on-accent", ["accent", "accent-strong"]), ("on-bad", ["bad", "bad-strong"])]

    func texts(scheme: Scheme) throws {
        let colours = try scheme.colours
        let pairs = Self.texts.map { ($0, Self.grounds) } + Self.onButtons
        for (text, grounds) in pairs {
            for ground in grounds {
                let contrast = try #require(colours[text]).contrast(to: #require(colours[ground]))
                #expect(contrast >= 4.5, "\(scheme): \(text) on \(ground)")
            }
        }
    }

    func edges(scheme: Scheme) throws {
        let colours = try scheme.colours
        for ground in Self.grounds {
            let contrast = try #require(colours["edge"]).contrast(to: #require(colours[ground]))
            #expect(contrast >= 3, "\(scheme): edge on \(ground)")
        }
    }

    func completeness() throws {
        let known = Self.grounds + Self.texts + Self.onButtons.map(\.0) + ["edge", "line", "code-ground"]
        #expect(try Set(Scheme.light.colours.keys) == Set(known))
        #expect(try Set(Scheme.dark.colours.keys) == Set(known))
    }

    func tokensAlone() throws {
        let tokens = Set(try Self.css("tokens").matches(of: #/(--[a-z0-9-]+):/#).map { String($0.output.1) })
        for name in ["authenticator", "base", "components", "login"] {
            let style = try Self.css(name)
            #expect(style.firstMatch(of: #/#[0-9a-fA-F]{3,8}\b|rgba?\(|hsla?\(/#) == nil, "\(name)")
            for use in style.matches(of: #/var\((--[a-z0-9-]+)/#) {
                #expect(tokens.contains(String(use.output.1)), "\(name): \(use.output.1)")
            }
        }
    }

    enum Scheme: CaseIterable {
        case light, dark

        /// The colours by their names. The dark scheme replaces some of the light one's.
        var colours: [String: Colour] {
            get throws {
                let css = try ContrastTests.css("tokens")
                let dark = try #require(css.range(of: "prefers-color-scheme: dark")).lowerBound
                let light = ContrastTests.colours(in: css[..<dark])
                return self == .light ? light : light.merging(ContrastTests.colours(in: css[dark...])) { $1 }
            }
        }
    }

    struct Colour {
        /// Red, green and blue, 0 to 255.
        let channels: [Double]

        /// The contrast ratio of two colours, 1 to 21.
        func contrast(to other: Colour) -> Double {
            let (lighter, darker) = (max(luminance, other.luminance), min(luminance, other.luminance))
            return (lighter + 0.05) / (darker + 0.05)
        }

        private var luminance: Double {
            let linear = channels.map { value in
                let value = value / 255
                return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
            }
            return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
        }
    }

    private static func colours(in css: Substring) -> [String: Colour] {
        let found = css.matches(of: #/--([a-z-]+): #([0-9a-f]{6});/#).map { match in
            let digits = UInt32(match.output.2, radix: 16) ?? 0
            let channels = [digits >> 16, digits >> 8 & 0xFF, digits & 0xFF].map(Double.init)
            return (String(match.output.1), Colour(channels: channels))
        }
        return Dictionary(uniqueKeysWithValues: found)
    }

    private static func css(_ name: String) throws -> String {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Sources/XignWebAssets/Assets")
        return try String(contentsOf: folder.appending(path: "\(name).css"), encoding: .utf8)
    }
}
