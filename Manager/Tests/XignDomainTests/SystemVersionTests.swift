import Testing
import XignDomain

struct SystemVersionTests {
    @Test("Versions of operating systems", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "The version of a system is the first dotted number of its description", described,
            each: [
                ("iOS Version 18.2 (Build 22C152)", "18.2"), ("iOS Version 17.6.1 (Build 21G93)", "17.6.1"),
                ("Debian GNU/Linux 12 (bookworm)", "12"), ("Alpine Linux v3.20", "3.20"),
                ("Ubuntu 24.04.1 LTS", "24.4.1"),
                ("10.0.19045.4412", "10.0.19045.4412"), ("18.", "18"), ("18..2", "18"), (".5", "5"), ("0", "0"),
            ]),
        TestCase(
            "A description without a number, or with one of more than nine digits, has no version", undescribed,
            each: ["", ".", "Debian GNU/Linux trixie/sid", "Arch Linux", "١٨.٢", "iOS 20241201123456", "1.9999999999"]),
        TestCase(
            "A declared version is a dotted number and nothing else", undeclared,
            each: ["", ".", "17.", ".6", "17..6", "v17", "17.6 ", "17.6b", "+17", "-1", "17,6", "1234567890"]),
        TestCase("A later version is greater, and zeros at the end change nothing", order),
        TestCase("Random versions compare like their parts, and are found in any text around them", random),
        TestCase("Any text is read or refused, and what is read can be declared", anyText),
    ]

    func described(_ text: String, _ version: String) throws {
        #expect(try #require(SystemVersion(describedBy: text)).description == version)
    }

    func undescribed(_ text: String) { #expect(SystemVersion(describedBy: text) == nil) }

    func undeclared(_ text: String) { #expect(SystemVersion(text) == nil) }

    func order() throws {
        let ascending = ["0", "0.0.1", "0.1", "9", "10", "17.5.9", "17.6", "17.6.1", "17.10", "18", "999999999"]
        let versions = try ascending.map { try #require(SystemVersion($0)) }
        for (index, version) in versions.enumerated() {
            for (otherIndex, other) in versions.enumerated() {
                #expect((version < other) == (index < otherIndex), "\(version), \(other)")
            }
            #expect(SystemVersion("\(version).0.0") == version)
        }
    }

    func random() throws {
        var generator = Generator(state: 1)
        for _ in 0..<5000 {
            let (first, second) = (generator.parts(), generator.parts())
            let (left, right) = (try #require(SystemVersion(first.text)), try #require(SystemVersion(second.text)))
            #expect((left < right) == (first.padded < second.padded), "\(first.text), \(second.text)")
            #expect((left == right) == (first.padded == second.padded), "\(first.text), \(second.text)")
            #expect(SystemVersion(left.description) == left)
            let described = generator.noise() + first.text + generator.end() + generator.noise() + second.text
            #expect(SystemVersion(describedBy: described) == left, "\(described)")
        }
    }

    func anyText() {
        var generator = Generator(state: 2)
        var readCount = 0
        for _ in 0..<5000 {
            let pieces: [UInt8] = Array(".07x ".utf8) + [0xD9, 0xA1]
            let bytes = (0..<Int.random(in: 0...12, using: &generator)).compactMap { _ in
                pieces.randomElement(using: &generator)
            }
            guard let version = SystemVersion(describedBy: String(decoding: bytes, as: UTF8.self)) else { continue }
            readCount += 1
            #expect(SystemVersion(version.description) == version, "\(bytes)")
        }
        #expect(readCount > 1000)
    }
}

extension [Int] {
    fileprivate var text: String { map { "\($0)" }.joined(separator: ".") }

    /// A number of the same order: each part has a digit of its own in base 1,000.
    fileprivate var padded: Int { (self + [0, 0, 0, 0, 0]).prefix(5).reduce(0) { $0 * 1000 + $1 } }
}

/// A random number generator with a seed, so that a failure can be repeated (SplitMix64).
private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    /// Small numbers, so that two versions often share their first parts.
    mutating func parts() -> [Int] {
        (0..<Int.random(in: 1...5, using: &self)).map { _ in
            Int.random(in: 0...(Bool.random(using: &self) ? 2 : 999), using: &self)
        }
    }

    /// Text without digits.
    mutating func noise() -> String {
        let pieces = ["iOS ", "Version ", "(", ")", "/", ".", " ", "é", "²", "٣", "-", "v"]
        return (0..<Int.random(in: 0...6, using: &self)).compactMap { _ in pieces.randomElement(using: &self) }.joined()
    }

    /// The end of a number.
    mutating func end() -> String { [" ", "-", "b", "..", ". "].randomElement(using: &self) ?? " " }
}
