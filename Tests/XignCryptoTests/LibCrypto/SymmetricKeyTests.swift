import Foundation
import Testing
import XignCrypto

struct SymmetricKeyTests {
    @Test("Symmetric keys", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("printing a key does not show its bytes", description),
        TestCase("keys have their stated length, random ones differ, and equality compares bytes", keys),
    ]

    func description() {
        let key = SymmetricKey(data: Data(repeating: 0xab, count: 32))
        #expect(!"\(key)".contains("ab, "))
        #expect(!"\(key)".contains("abab"))
        #expect(!"\(key)".contains("171"))
    }

    func keys() {
        #expect(
            [SymmetricKeySize.bits128, .bits192, .bits256].map { SymmetricKey(size: $0).bitCount } == [128, 192, 256])
        #expect(SymmetricKey(size: .bits256) != SymmetricKey(size: .bits256))
        #expect(SymmetricKey(data: Data([1, 2])) == SymmetricKey(data: [1, 2] as [UInt8]))
    }
}
