import DatabaseFixture
import Glibc
import Testing
import Threads

@testable import XignStorage

/// The number of times that a writer is killed. `XIGN_TEST_KILLS` in the environment overrides it.
private let kills = getenv("XIGN_TEST_KILLS").flatMap { Int(String(cString: $0)) } ?? 20

extension Storage {
    struct ProcessFailures {
        @Test(arguments: TestCase.all(tests))
        func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

        static let tests: [TestCase<Self>] = [
            TestCase("every acknowledged write survives kill -9 of its process", killed, each: Engine.allCases),
            TestCase("two processes write to one database, and lose nothing", two, each: Engine.allCases),
        ]

        func killed(_ engine: Engine) throws {
            let place = try TemporaryDatabase(engine)
            for round in 0..<kills {
                let first = (round + 1) * 1_000_000
                let writer = try WriterProcess(place, first: first)
                writer.wait(for: .random(in: 1...100))
                let (acknowledged, errors) = writer.kill()
                #expect(errors == [])
                #expect(!acknowledged.isEmpty)
                let database = try place.open()
                defer { database.close() }
                #expect(try acknowledged.subtracting(numbers(database, from: first)).isEmpty, "round \(round)")
            }
            guard engine == .sqlite else { return }
            let database = try place.open()
            defer { database.close() }
            #expect(try database.read { try $0.row("PRAGMA integrity_check")?("integrity_check") } == "ok")
        }

        func two(_ engine: Engine) throws {
            let place = try TemporaryDatabase(engine)
            let database = try place.open()
            defer { database.close() }
            try database.migrate(keptSchema)
            let writers = try [1_000_000, 2_000_000].map { try WriterProcess(place, first: $0) }
            for writer in writers { writer.wait(for: 100) }
            let results = writers.map { $0.kill() }
            let kept = try numbers(database)
            for result in results {
                #expect(result.errors == [])
                #expect(result.acknowledged.count >= 100)
                #expect(result.acknowledged.subtracting(kept).isEmpty)
            }
        }
    }
}
