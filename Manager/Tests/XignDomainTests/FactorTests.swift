import Testing
import XignProtocol

@testable import XignDomain

struct FactorTests {
    @Test("Factors", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "A website is told what was proven: never hardware, never a finger", references,
            each: [
                ([.device], ["pop", "swk"]), ([.device, .pin], ["pop", "swk", "pin", "mfa"]),
                ([.biometric, .device], ["pop", "swk", "user", "mfa"]),
                ([.biometric, .device, .pin], ["pop", "swk", "pin", "user", "mfa"]),
            ] as [([FactorType], [String])]),
        TestCase("A login with several factors has a context class of its own", contextClass),
        TestCase(
            "The context class of an authenticator in a browser is that of the same factors, and ends in :web",
            contextClassInBrowser),
        TestCase("Failures with a guessable factor have a series of their own", series, each: FactorType.allCases),
    ]

    func references(factors: [FactorType], references: [String]) {
        #expect(AuthenticationMethods.references(for: factors) == references)
    }

    func contextClass() {
        #expect(AuthenticationMethods.contextClass(for: [.device], inBrowser: false) == .device)
        #expect(AuthenticationMethods.contextClass(for: [.device, .pin], inBrowser: false) == .multiFactor)
    }

    func contextClassInBrowser() {
        for factors in [[.device], [.device, .pin]] as [[FactorType]] {
            let app = AuthenticationMethods.contextClass(for: factors, inBrowser: false)
            let browser = AuthenticationMethods.contextClass(for: factors, inBrowser: true)
            #expect(browser.rawValue == "\(app.rawValue):web")
        }
    }

    func series(factor: FactorType) {
        let sharing = FactorType.allCases.filter { $0.definition.lockoutSeries == factor.definition.lockoutSeries }
        #expect(factor.isGuessable == (factor.definition.lockoutSeries != .other))
        #expect(!factor.isGuessable || sharing == [factor])
    }
}
