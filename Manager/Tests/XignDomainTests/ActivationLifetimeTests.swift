import Testing

@testable import XignDomain

struct ActivationLifetimeTests {
    @Test("Lifetime of an activation", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "is a number of minutes, hours or days", read,
            each: [
                ("10m", 600), ("90m", 5400), ("24h", 86_400), ("1d", 86_400), ("21d", 1_814_400), ("30d", 2_592_000),
            ]
        ),
        TestCase(
            "is 10 minutes at least and 30 days at most, and nothing else is read", refused,
            each: [
                "9m", "0h", "31d", "721h", "43201m", "", "d", "21", "21 d", "21D", "-1d", "+21d", "1.5d", "٢١d",
                "99999999999999999999d", "9223372036854775807d",
            ]),
        TestCase(
            "is told in the unit in which it was typed", told,
            each: [("90m", "90 minutes"), ("48h", "48 hours"), ("1d", "1 day"), ("21d", "21 days")]),
        TestCase("is 24 hours where nobody names one", standard),
    ]

    func read(_ text: String, _ seconds: Int64) { #expect(ActivationLifetime(text)?.seconds == seconds) }

    func refused(_ text: String) { #expect(ActivationLifetime(text)?.seconds == nil) }

    func told(_ text: String, _ words: String) { #expect(ActivationLifetime(text)?.text == words) }

    func standard() {
        #expect(ActivationLifetime.standard.seconds == 86_400)
        #expect(ActivationLifetime.standard.text == "24 hours")
    }
}
