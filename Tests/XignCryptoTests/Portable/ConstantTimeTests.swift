import Foundation
import Testing
import XignCrypto

struct ConstantTimeTests {
    @Test("Comparison and randomness", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("equal bytes are equal in any type", equal),
        TestCase("bytes that differ in any place or in number are not equal", unequal),
        TestCase("random bytes have the requested number, and differ", random),
        TestCase("random bytes fill a buffer of any length", randomToTheEnd, each: [1, 255, 256, 257, 1000]),
    ]

    func equal() {
        #expect(constantTimeEqual(Data([1, 2, 3]), [1, 2, 3] as [UInt8]))
        #expect(constantTimeEqual(Data(), [UInt8]()))
        #expect(constantTimeEqual(Data([0, 1, 2]).dropFirst(), Data([1, 2])))
    }

    func unequal() {
        let bytes = Data(repeating: 7, count: 40)
        for index in bytes.indices {
            var other = bytes
            other[index] ^= 1
            #expect(!constantTimeEqual(bytes, other))
        }
        #expect(!constantTimeEqual(bytes, bytes.dropLast()))
        #expect(!constantTimeEqual(bytes, Data()))
    }

    func random() {
        #expect(SecureRandom.bytes(count: 0).isEmpty)
        let samples = Set((0..<100).map { _ in SecureRandom.bytes(count: 16) })
        #expect(samples.count == 100)
        #expect(samples.allSatisfy { $0.count == 16 })
    }

    func randomToTheEnd(count: Int) {
        // Over 20 draws each byte is nonzero at least once.
        var seen = [UInt8](repeating: 0, count: count)
        for _ in 0..<20 {
            let bytes = SecureRandom.bytes(count: count)
            #expect(bytes.count == count)
            for (index, byte) in bytes.enumerated() { seen[index] |= byte }
        }
        #expect(!seen.contains(0))
    }
}
