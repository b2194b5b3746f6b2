import DatabaseFixture
import Testing
import XignDomain
import XignProtocol

@testable import XignUseCases

struct AuditExportTests {
    @Test("An exported audit log that restore reads", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("is read in parts of any size, oldest event first", parts, each: [1, 7, 100_000]),
        TestCase("is refused where it is not what audit export writes", refused, each: AuditExportTests.wrong),
        TestCase("is refused where its events are not newest first", order),
        TestCase("never ends the program, whatever bytes are changed in it", changed),
        TestCase("Of several exports the events of one moment stay in the order of their file", several),
        TestCase(
            "Of several exports an event that overlaps is there once, with the user whom only the older one knows",
            overlap),
        TestCase("The number of wrong PINs is read from the words of the log alone", failures),
    ]

    private static let issuer = ManagerOrigin("https://login.example.org")!  // a literal that is an origin
    static let end = #"{"events":1,"isComplete":true,"issuer":"https://login.example.org"}"#
    static let id = "AAECAwQFBgcICQoLDA0ODw"
    static let line = #"{"event":"accountDisabled","id":"\#(id)","time":"2026-11-23T10:00:00Z"}"#

    private func read(_ lines: [String], chunk: Int = 7) throws -> AuditExport {
        var reader = AuditExportReader(issuer: Self.issuer)
        var bytes = Array(lines.map { $0 + "\n" }.joined().utf8)[...]
        while !bytes.isEmpty {
            try reader.read(bytes.prefix(chunk))
            bytes = bytes.dropFirst(chunk)
        }
        return try reader.finish()
    }

    func parts(_ chunk: Int) throws {
        let older = #"{"event":"futureKind","id":"AAECAwQFBgcICQoLDA0OEA","more":[1],"time":"2026-11-22T10:00:00Z"}"#
        let end = Self.end.replacing("1", with: "2", maxReplacements: 1)
        let export = try read([Self.line, older, end], chunk: chunk)
        #expect(export.events.map(\.name) == ["futureKind", "accountDisabled"])
        #expect(export.span?.lowerBound.iso8601 == "2026-11-22T10:00:00Z")
        #expect(!export.isWhole)
    }

    private static let stranger = #"{"events":1,"isComplete":true,"issuer":"https://other.example"}"#
    private static let unfinished = #"{"events":1,"isComplete":false,"issuer":"https://login.example.org"}"#

    private static func changed(_ part: String, to text: String) -> [String] {
        [line.replacing(part, with: text), end]
    }

    /// Files that are no export of this manager.
    static let wrong: [[String]] = [
        [], [line], [end], [line, line, end], [line, end, line], [line, end, end], ["", line, end], ["no JSON", end],
        [line, stranger], [line, unfinished], [line, #"{"events":1,"isComplete":true}"#],
        [#"{"event":"accountDisabled","id":"\#(id)"}"#, end],
        [#"{"id":"\#(id)","time":"2026-11-23T10:00:00Z"}"#, end],
        [#"{"event":"accountDisabled","time":"2026-11-23T10:00:00Z"}"#, end],
        changed(id, to: "AAEC"), changed(id, to: "\(id)=="), changed("T10", to: " 10"), changed("11-23", to: "02-31"),
        changed("}", to: #","userId":"ada"}"#), changed("}", to: #","activationId":""}"#),
        changed("}", to: #","event":"pinChanged"}"#),
        [#"{"detail":"\#(String(repeating: "x", count: 70_000))","event":"pinChanged"}"#, end],
    ]

    func refused(_ lines: [String]) throws {
        let error = #expect(throws: ManagerError.self) { try read(lines, chunk: 50_000) }
        #expect(error?.code == .auditExport)
        #expect(error?.description.contains("xxx") == false)
    }

    func order() throws {
        let newer = Self.line.replacing("10:00:00", with: "10:05:00")
        let end = Self.end.replacing("1", with: "2", maxReplacements: 1)
        #expect(throws: ManagerError.self) { try read([Self.line, newer, end]) }
        _ = try read([newer, Self.line, end])
    }

    func changed() throws {
        var generator = SmallGenerator(seed: 4)
        let good = Array([Self.line, Self.end].map { $0 + "\n" }.joined().utf8)
        var accepted = 0
        for _ in 0..<3_000 {
            var bytes = good
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
                case 1: bytes.remove(at: place)
                default: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: place)
                }
            }
            var reader = AuditExportReader(issuer: Self.issuer)
            do throws(ManagerError) {
                try reader.read(bytes)
                // An accepted file has the issuer and the number of events of the original.
                let export = try reader.finish()
                accepted += 1
                #expect(export.events.count <= 1)
            } catch { #expect(error.code == .auditExport) }
        }
        // The test would show nothing if each change were refused, or none.
        #expect((1..<1_500).contains(accepted))
    }

    func several() throws {
        let other = Self.line.replacing("accountDisabled", with: "accountEnabled").replacing("AAEC", with: "BBEC")
        let two = Self.end.replacing("1", with: "2", maxReplacements: 1)
        var whole = AuditExport()
        whole.add(try read([other, Self.line, two]))
        whole.add(try read([Self.line.replacing("-23T", with: "-22T").replacing("AAEC", with: "CBEC"), Self.end]))
        #expect(whole.events.map(\.name) == ["accountDisabled", "accountDisabled", "accountEnabled"])
    }

    func overlap() throws {
        let named = Self.line.replacing("}", with: #","userId":"AAECAwQFBgcICQoLDA0ODw"}"#)
        // Committed late: its time lies within the older export, which does not have it.
        let late = Self.line.replacing("accountDisabled", with: "pinChanged").replacing("AAEC", with: "BBEC")
        let two = Self.end.replacing("1", with: "2", maxReplacements: 1)
        for files in [[[named, Self.end], [late, Self.line, two]], [[late, Self.line, two], [named, Self.end]]] {
            var whole = AuditExport()
            for file in files { whole.add(try read(file)) }
            #expect(Set(whole.events.map(\.name)) == ["accountDisabled", "pinChanged"])
            #expect(whole.events.count == 2)
            #expect(whole.events.first { $0.name == "accountDisabled" }?.userID != nil)
        }
    }

    func failures() {
        #expect(AuditEvent.failuresInARow("wrong pin, failure 3 in a row, locked for 60 s") == 3)
        #expect(AuditEvent.failuresInARow("wrong pin, failure 99999999999999999999 in a row") == nil)
        #expect(AuditEvent.failuresInARow("wrong pin") == nil)
    }
}

/// A generator whose numbers are the same in each run.
struct SmallGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// SplitMix64.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
