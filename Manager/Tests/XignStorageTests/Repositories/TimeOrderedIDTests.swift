import Testing
import XignDomain
import XignStorage

struct TimeOrderedIDTests {
    @Test("Time-ordered identifiers", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("of one moment sort by their creation, also while others are made for another moment", sameMoment),
        TestCase("sort by their moment first, and have the format of UUIDv7", format),
    ]

    func sameMoment() {
        var ids: [[UInt8]] = []
        for _ in 0..<1_000 {
            ids.append(TimeOrderedID.make(at: Timestamp(rawValue: 1_000)))
            _ = TimeOrderedID.make(at: Timestamp(rawValue: 2_000))
        }
        #expect(zip(ids, ids.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) })
    }

    func format() {
        let early = TimeOrderedID.make(at: Timestamp(rawValue: 0x0102_0304_0506))
        let late = TimeOrderedID.make(at: Timestamp(rawValue: 0x0102_0304_0507))
        #expect(early.lexicographicallyPrecedes(late))
        #expect(early.count == 16)
        #expect(Array(early.prefix(6)) == [1, 2, 3, 4, 5, 6])
        #expect(early[6] >> 4 == 7)
        #expect(early[8] >> 6 == 2)
        #expect(TimeOrderedID.place(at: Timestamp(rawValue: 0x0102_0304_0506)).lexicographicallyPrecedes(early))
    }
}
