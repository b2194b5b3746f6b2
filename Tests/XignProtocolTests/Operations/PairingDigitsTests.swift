import Foundation
import Testing

@testable import XignProtocol

struct PairingDigitsTests {
    @Test("The digits of a pairing", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("Two ASCII digits are read, and written as they were", digits, each: ["00", "07", "42", "99"]),
        TestCase(
            "Any other text is refused", otherText,
            each: [
                "", "4", "4 2", " 42", "42 ", "042", "4a", "-1", "+7", "\u{664}\u{662}", "\u{FF14}\u{FF12}", "4\u{0}",
            ]),
        TestCase("All hundred values are drawn, each about as often as the others", uniform),
        TestCase("No description shows the digits", hidden),
        TestCase("In JSON they are a string of two digits", json, each: [#""7""#, "42", #""4x""#, "[4,2]"]),
    ]

    func digits(text: String) {
        #expect(PairingDigits(text)?.text == text)
    }

    func otherText(text: String) {
        #expect(PairingDigits(text) == nil)
    }

    func uniform() {
        var counts: [String: Int] = [:]
        for _ in 0..<20_000 { counts[PairingDigits.random().text, default: 0] += 1 }
        #expect(counts.count == 100)
        #expect(counts.keys.allSatisfy { $0.utf8.count == 2 })
        // The chi-squared statistic of 99 degrees of freedom: beyond 250 once in more than 10^14 runs.
        let statistic = counts.values.reduce(0.0) { $0 + pow(Double($1) - 200, 2) / 200 }
        #expect(statistic < 250)
    }

    func hidden() throws {
        let digits = try #require(PairingDigits("42"))
        var dumped = ""
        dump(digits, to: &dumped)
        for text in ["\(digits)", String(reflecting: digits), dumped] { #expect(!text.contains("42"), "\(text)") }
    }

    func json(other: String) throws {
        let digits = try JSONDecoder().decode(PairingDigits.self, from: Data(#""07""#.utf8))
        #expect(digits == PairingDigits("07"))
        #expect(try JSONEncoder().encode(digits) == Data(#""07""#.utf8))
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(PairingDigits.self, from: Data(other.utf8)) }
    }
}
