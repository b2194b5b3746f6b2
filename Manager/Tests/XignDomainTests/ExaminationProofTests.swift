import Testing
import XignCrypto
import XignDomain
import XignProtocol

struct ExaminationProofTests {
    @Test("The proof with which doctor asks a manager", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "A question is answered for some minutes, also by a manager whose clock is a minute ahead or behind",
            answered),
        TestCase("Without the manager's key nobody asks, and nobody answers", otherKey),
        TestCase("An answer fits its own question alone, and is no question", otherQuestion),
        TestCase("No other text is a question: one with a changed, a missing or a further character", malformed),
    ]

    private let secret = SymmetricKey(size: .bits256)
    private let now = Timestamp(seconds: 1_800_000_000)

    private func proof(_ key: SymmetricKey? = nil, after seconds: Int64 = 0) -> ExaminationProof {
        ExaminationProof(managerSecret: key ?? secret, at: now + seconds)
    }

    func answered() throws {
        let question = proof().question()
        for seconds in [-60, 0, 60, 120] as [Int64] {
            let answer = try #require(proof(after: seconds).answer(to: question))
            #expect(proof().isAnswered(question, by: answer))
        }
        #expect(proof(after: 240).answer(to: question) == nil)
        #expect(proof(after: -120).answer(to: question) == nil)
    }

    func otherKey() throws {
        let other = SymmetricKey(size: .bits256)
        let question = proof().question()
        #expect(proof(other).answer(to: question) == nil)
        let imposters = try #require(proof(other).answer(to: proof(other).question()))
        #expect(!proof().isAnswered(question, by: imposters))
    }

    func otherQuestion() throws {
        let (question, second) = (proof().question(), proof().question())
        #expect(question != second)
        let answer = try #require(proof().answer(to: question))
        #expect(!proof().isAnswered(second, by: answer))
        #expect(proof().answer(to: answer) == nil)
    }

    func malformed() {
        let question = proof().question()
        for index in question.indices {
            var changed = question
            changed.replaceSubrange(index...index, with: question[index] == "A" ? "B" : "A")
            // The last character of each part has bits that belong to no byte; a strict reader refuses them.
            #expect(proof().answer(to: changed) == nil, "\(changed)")
        }
        for other in ["", String(question.dropLast()), question + "A", String(repeating: "é", count: 65), "\0"] {
            #expect(proof().answer(to: other) == nil)
        }
    }
}
