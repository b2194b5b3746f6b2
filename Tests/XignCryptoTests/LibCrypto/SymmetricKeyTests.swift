import Foundation
import Testing
import XignCrypto

@Suite("Symmetric keys") struct SymmetricKeyTests {
    @Test("a key shows its bytes to nobody who prints it") func description() {
        let key = SymmetricKey(data: Data(repeating: 0xab, count: 32))
        #expect(!"\(key)".contains("ab, ") && !"\(key)".contains("abab") && !"\(key)".contains("171"))
    }

    @Test("keys are as long as they say, differ when they are new, and are equal when their bytes are") func keys() {
        #expect(
            [SymmetricKeySize.bits128, .bits192, .bits256].map { SymmetricKey(size: $0).bitCount } == [128, 192, 256])
        #expect(SymmetricKey(size: .bits256) != SymmetricKey(size: .bits256))
        #expect(SymmetricKey(data: Data([1, 2])) == SymmetricKey(data: [1, 2] as [UInt8]))
    }
}
