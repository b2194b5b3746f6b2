import Testing
import XignCrypto

@testable import XignProtocol

struct SessionSecretsTests {
    @Test("Session secrets", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("a code is accepted from five steps back to one ahead, and no longer", window),
        TestCase("a service may shorten the window", policy),
        TestCase(
            "the secret of the link is not accepted as a code's, and differs from every code's", neverInterchangeable),
        TestCase(
            "sessions and managers share no secrets, and the page derives the same codes as the manager", separation),
        TestCase("a secret of another length is not accepted", lengths),
    ]

    static let manager = SymmetricKey(data: [UInt8](repeating: 9, count: 32))
    static let secrets = SessionSecrets(managerSecret: manager, session: Sample.session)

    func window() {
        let now: Int64 = 1_800_000_002
        for offset in Int64(-8)...4 {
            let secret = Self.secrets.qrSecret(step: SessionSecrets.step(at: now) + offset)
            #expect(Self.secrets.isCurrent(secret, at: now) == (-5...1).contains(offset), "\(offset)")
        }
        let old = Self.secrets.qrSecret(step: SessionSecrets.step(at: now))
        #expect(Self.secrets.isCurrent(old, at: now + 27))
        #expect(!Self.secrets.isCurrent(old, at: now + 31))
    }

    func policy() {
        let now: Int64 = 1_800_000_000
        let secret = Self.secrets.qrSecret(step: SessionSecrets.step(at: now) - 2)
        #expect(Self.secrets.isCurrent(secret, at: now, back: 2, ahead: 0))
        #expect(!Self.secrets.isCurrent(secret, at: now, back: 1, ahead: 0))
    }

    func neverInterchangeable() {
        let now: Int64 = 1_800_000_000
        #expect(!Self.secrets.isCurrent(Self.secrets.linkSecret, at: now))
        for step in (SessionSecrets.step(at: now) - 100)...(SessionSecrets.step(at: now) + 100) {
            #expect(Self.secrets.qrSecret(step: step) != Self.secrets.linkSecret)
        }
    }

    func separation() {
        let other = SessionSecrets(managerSecret: Self.manager, session: .random())
        let foreign = SessionSecrets(
            managerSecret: SymmetricKey(data: [UInt8](repeating: 8, count: 32)), session: Sample.session)
        #expect(other.linkSecret != Self.secrets.linkSecret)
        #expect(foreign.linkSecret != Self.secrets.linkSecret)
        let page = SessionSecrets(qrKey: Self.secrets.qrKey)
        #expect(page.qrSecret(step: 7) == Self.secrets.qrSecret(step: 7))
        #expect(page.qrSecret(step: 7).bytes.count == 16)
        #expect(page.qrSecret(step: 7) != page.qrSecret(step: 8))
    }

    func lengths() {
        let right = Self.secrets.qrSecret(step: 360_000_000)
        for bytes in [[], Array(right.bytes.dropLast()), right.bytes + [0]] {
            #expect(!Self.secrets.isCurrent(SecretOctets(bytes), at: 1_800_000_000))
        }
    }
}
