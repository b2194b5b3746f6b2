import DatabaseFixture
import Testing
import XignDomain
import XignProtocol

@testable import XignUseCases

@Suite("An exported audit log that restore reads")
struct AuditExportTests {
    private static let issuer = ManagerOrigin("https://login.example.org")!  // a literal that is an origin
    static let end = #"{"events":1,"isComplete":true,"issuer":"https://login.example.org"}"#
    static let line = #"{"event":"accountDisabled","time":"2026-11-23T10:00:00Z"}"#

    private func read(_ lines: [String], chunk: Int = 7) throws -> AuditExport {
        var reader = AuditExportReader(issuer: Self.issuer)
        var bytes = Array(lines.map { $0 + "\n" }.joined().utf8)[...]
        while !bytes.isEmpty {
            try reader.read(bytes.prefix(chunk))
            bytes = bytes.dropFirst(chunk)
        }
        return try reader.finish()
    }

    @Test("is read in parts of any size, oldest event first", arguments: [1, 7, 100_000])
    func parts(_ chunk: Int) throws {
        let older = #"{"event":"futureKind","more":[1],"time":"2026-11-22T10:00:00Z"}"#
        let end = Self.end.replacing("1", with: "2", maxReplacements: 1)
        let export = try read([Self.line, older, end], chunk: chunk)
        #expect(export.events.map(\.name) == ["futureKind", "accountDisabled"])
        #expect(export.span?.lowerBound.iso8601 == "2026-11-22T10:00:00Z")
        #expect(!export.isWhole)
    }

    private static let stranger = #"{"events":1,"isComplete":true,"issuer":"https://other.example"}"#
    private static let unfinished = #"{"events":1,"isComplete":false,"issuer":"https://login.example.org"}"#

    /// Files that are no export of this manager.
    static let wrong: [[String]] = [
        [], [line], [end], [line, line, end], [line, end, line], [line, end, end], ["", line, end], ["no JSON", end],
        [line, stranger], [line, unfinished], [line, #"{"events":1,"isComplete":true}"#],
        [#"{"event":"accountDisabled"}"#, end], [#"{"time":"2026-11-23T10:00:00Z"}"#, end],
        [#"{"event":"accountDisabled","time":"2026-11-23 10:00:00"}"#, end],
        [#"{"event":"accountDisabled","time":"2026-02-31T10:00:00Z"}"#, end],
        [#"{"event":"accountDisabled","time":"2026-11-23T10:00:00Z","userId":"ada"}"#, end],
        [#"{"event":"accountDisabled","time":"2026-11-23T10:00:00Z","activationId":""}"#, end],
        [#"{"event":"accountDisabled","event":"pinChanged","time":"2026-11-23T10:00:00Z"}"#, end],
        [#"{"detail":"\#(String(repeating: "x", count: 70_000))","event":"pinChanged"}"#, end],
    ]

    @Test("is refused where it is not what audit export writes", arguments: AuditExportTests.wrong)
    func refused(_ lines: [String]) throws {
        let error = #expect(throws: ManagerError.self) { try read(lines, chunk: 50_000) }
        #expect(error?.code == .auditExport)
        #expect(error?.description.contains("xxx") == false)
    }

    @Test("is refused where its events are not newest first")
    func order() throws {
        let newer = Self.line.replacing("10:00:00", with: "10:05:00")
        let end = Self.end.replacing("1", with: "2", maxReplacements: 1)
        #expect(throws: ManagerError.self) { try read([Self.line, newer, end]) }
        _ = try read([newer, Self.line, end])
    }

    @Test("never ends the program, whatever bytes are changed in it")
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

    @Test("Of several exports the events of one moment stay in the order of their file")
    func several() throws {
        let other = Self.line.replacing("accountDisabled", with: "accountEnabled")
        let two = Self.end.replacing("1", with: "2", maxReplacements: 1)
        var whole = AuditExport()
        whole.add(try read([other, Self.line, two]))
        whole.add(try read([Self.line.replacing("-23T", with: "-22T"), Self.end]))
        #expect(whole.events.map(\.name) == ["accountDisabled", "accountDisabled", "accountEnabled"])
    }

    @Test("The number of wrong PINs is read from the words of the log alone")
    func failures() {
        #expect(AuditReplay.failuresInARow("wrong pin, failure 3 in a row, locked for 60 s") == 3)
        #expect(AuditReplay.failuresInARow("wrong pin, failure 99999999999999999999 in a row") == nil)
        #expect(AuditReplay.failuresInARow("wrong pin") == nil)
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
