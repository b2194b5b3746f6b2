import Foundation
import Testing
import XignCrypto

@Suite("Comparison and randomness") struct ConstantTimeTests {
    @Test("equal bytes are equal, whatever holds them") func equal() {
        #expect(constantTimeEqual(Data([1, 2, 3]), [1, 2, 3] as [UInt8]))
        #expect(constantTimeEqual(Data(), [UInt8]()))
        #expect(constantTimeEqual(Data([0, 1, 2]).dropFirst(), Data([1, 2])))
    }

    @Test("bytes that differ anywhere, or in number, are not equal") func unequal() {
        let bytes = Data(repeating: 7, count: 40)
        for index in bytes.indices {
            var other = bytes
            other[index] ^= 1
            #expect(!constantTimeEqual(bytes, other))
        }
        #expect(!constantTimeEqual(bytes, bytes.dropLast()))
        #expect(!constantTimeEqual(bytes, Data()))
    }

    @Test("random bytes come in the number asked for, and differ") func random() {
        #expect(SecureRandom.bytes(count: 0).isEmpty)
        let samples = Set((0..<100).map { _ in SecureRandom.bytes(count: 16) })
        #expect(samples.count == 100 && samples.allSatisfy { $0.count == 16 })
    }

    @Test("random bytes fill all of a buffer, however long", arguments: [1, 255, 256, 257, 1000])
    func randomToTheEnd(count: Int) {
        // Each byte is other than 0 at least once in 20 times.
        var seen = [UInt8](repeating: 0, count: count)
        for _ in 0..<20 {
            let bytes = SecureRandom.bytes(count: count)
            #expect(bytes.count == count)
            for (index, byte) in bytes.enumerated() { seen[index] |= byte }
        }
        #expect(!seen.contains(0))
    }
}
