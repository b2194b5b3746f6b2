import Testing
import XignCrypto
import XignDomain
import XignProtocol

@Suite("The proof with which doctor asks a manager")
struct ExaminationProofTests {
    private let secret = SymmetricKey(size: .bits256)
    private let now = Timestamp(seconds: 1_800_000_000)

    private func proof(_ key: SymmetricKey? = nil, after seconds: Int64 = 0) -> ExaminationProof {
        ExaminationProof(managerSecret: key ?? secret, at: now + seconds)
    }

    @Test("A question is answered for some minutes, also by a manager whose clock is a minute ahead or behind")
    func answered() throws {
        let question = proof().question()
        for seconds in [-60, 0, 60, 120] as [Int64] {
            let answer = try #require(proof(after: seconds).answer(to: question))
            #expect(proof().isAnswered(question, by: answer))
        }
        #expect(proof(after: 240).answer(to: question) == nil)
        #expect(proof(after: -120).answer(to: question) == nil)
    }

    @Test("Without the manager's key nobody asks, and nobody answers")
    func otherKey() throws {
        let other = SymmetricKey(size: .bits256)
        let question = proof().question()
        #expect(proof(other).answer(to: question) == nil)
        let imposters = try #require(proof(other).answer(to: proof(other).question()))
        #expect(!proof().isAnswered(question, by: imposters))
    }

    @Test("An answer fits its own question alone, and is no question")
    func otherQuestion() throws {
        let (question, second) = (proof().question(), proof().question())
        #expect(question != second)
        let answer = try #require(proof().answer(to: question))
        #expect(!proof().isAnswered(second, by: answer))
        #expect(proof().answer(to: answer) == nil)
    }

    @Test("No other text is a question: one with a changed, a missing or a further character")
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
