import Testing
import XignProtocol

@testable import XignDomain

struct CoolDownTests {
    @Test("Cool-down", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("An activation cools down for a day if it is personalized beside an active one", begins),
        TestCase("The cool-down ends at its moment, to the millisecond", ends),
        TestCase("Age is counted from the personalization, and for a pending activation from its creation", age),
    ]

    private static let now = Timestamp(seconds: 1_800_000_000)

    private func activation(
        _ state: Activation.State, created: Timestamp = now, personalized: Timestamp? = nil,
        coolUntil: Timestamp? = nil
    ) -> Activation {
        Activation(
            id: .random(), accountID: "ada", state: state, kind: .additional, pinOrigin: .userChosen, secretHash: [1],
            createdAt: created, expiresAt: created + 600, personalizedAt: personalized, wrongPINs: 0, alias: "",
            lockout: .none, coolUntil: coolUntil)
    }

    func begins() {
        let others = [activation(.pending), activation(.revoked), activation(.void), activation(.merged)]
        #expect(Activation.coolDownEnd(beside: [], at: Self.now) == nil)
        #expect(Activation.coolDownEnd(beside: others, at: Self.now) == nil)
        let end = Activation.coolDownEnd(beside: others + [activation(.active)], at: Self.now)
        #expect(end == Self.now + 86_400)
    }

    func ends() {
        let cooling = activation(.active, coolUntil: Self.now + 100)
        #expect(cooling.coolDown(at: Self.now) == 100)
        #expect(cooling.coolDown(at: Timestamp(rawValue: (Self.now + 100).rawValue - 1)) == 1)
        #expect(cooling.coolDown(at: Self.now + 100) == nil)
        #expect(activation(.active).coolDown(at: Self.now) == nil)
    }

    func age() {
        let old = activation(.active, created: Self.now, personalized: Self.now + 10)
        let new = activation(.active, created: Self.now - 100, personalized: Self.now + 20)
        #expect(new.isYounger(than: old))
        #expect(!old.isYounger(than: new))
        #expect(old.isYounger(than: activation(.active, created: Self.now, personalized: Self.now + 10)))
        #expect(new.isYounger(than: activation(.pending, created: Self.now + 15)))
        #expect(!new.isYounger(than: activation(.pending, created: Self.now + 25)))
    }
}
