import Foundation
import Testing
import XignProtocol

@testable import XignDomain

struct BiometricPolicyTests {
    @Test("The policy for biometric keys", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "A device may have a key if its platform is named; an unknown platform is none of the named ones", platforms
        ),
        TestCase("An alternative with biometrics is offered to the named platforms, and the others stay", offered),
        TestCase("A role can be met if the policy names one of its platforms", met),
        TestCase(
            "A policy is read as it was stored", roundTrip,
            each: [BiometricPolicy.none, .all, .platforms([.iOS, .macOS])]),
        TestCase("A policy that an older version stored is still read", formerForms),
        TestCase("A platform that only a newer version knows allows nothing", newerPlatform),
    ]

    private func role(_ alternatives: [[FactorType]], platforms: [Platform]? = nil) -> Role {
        Role(
            id: RoleID("r"), serviceID: ServiceID("s"), name: "user", alternatives: alternatives, isDefault: true,
            platforms: platforms)
    }

    private func policy(_ biometric: BiometricPolicy) -> Policy {
        var policy = Policy.standard
        policy.biometric = biometric
        return policy
    }

    func platforms() {
        for platform in ["iOS", "Linux", "BeOS", nil] {
            #expect(!BiometricPolicy.none.allows(platform))
            #expect(BiometricPolicy.all.allows(platform))
        }
        let apple = BiometricPolicy.platforms([.iOS, .macOS])
        #expect(apple.allows("iOS"))
        #expect(apple.allows("macOS"))
        #expect(!apple.allows("Linux"))
        #expect(!apple.allows("ios"))
        #expect(!apple.allows("BeOS"))
        #expect(!apple.allows(nil))
    }

    func offered() {
        let both = role([[.biometric, .device], [.device, .pin]])
        let apple = policy(.platforms([.iOS]))
        #expect(both.offered(by: apple, to: "iOS")?.alternatives == both.alternatives)
        #expect(both.offered(by: apple, to: "Linux")?.alternatives == [[.device, .pin]])
        #expect(role([[.biometric, .device]]).offered(by: apple, to: "Linux") == nil)
    }

    func met() {
        let only: [[FactorType]] = [[.biometric, .device]]
        let apple = policy(.platforms([.iOS]))
        #expect(role(only).offered(by: apple) != nil)
        #expect(role(only, platforms: [.iOS, .linux]).offered(by: apple) != nil)
        #expect(role(only, platforms: [.linux]).offered(by: apple) == nil)
        #expect(role(only, platforms: [.linux]).offered(by: policy(.all)) != nil)
        #expect(role(only).offered(by: policy(.none)) == nil)
        // A role without platforms does not take authenticators in a browser.
        #expect(role(only).offered(by: policy(.platforms([.web]))) == nil)
    }

    // MARK: The stored form

    private func stored(_ members: String) throws -> BiometricPolicy {
        let text = """
            {"lockoutSeconds":[1],"permanentLockoutAfter":3,"pin":{"maximumLength":32,"minimumLength":6}\(members)}
            """
        return try JSONDecoder().decode(Policy.self, from: Data(text.utf8)).biometric
    }

    func roundTrip(_ biometric: BiometricPolicy) throws {
        let read = try JSONDecoder().decode(Policy.self, from: JSONEncoder().encode(policy(biometric)))
        #expect(read == policy(biometric))
    }

    func formerForms() throws {
        #expect(try stored(#","allowsBiometric":true"#) == .all)
        #expect(try stored(#","allowsBiometric":false"#) == .none)
        #expect(try stored("") == .none)
    }

    func newerPlatform() throws {
        #expect(try stored(#","biometric":["iOS","visionOS"]"#) == .platforms([.iOS]))
        #expect(try !stored(#","biometric":["visionOS"]"#).allows("visionOS"))
    }
}
