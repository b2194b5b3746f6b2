import DatabaseFixture
import Testing
import XignDomain

@testable import XignServer
@testable import XignUseCases

/// Moves whose process is killed.
struct KilledMoveTests {
    @Test("A killed move of the database", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "A process that is killed at a step leaves at most one database that can be served, and the next one finishes",
            killed, each: Engine.allCases)
    ]

    /// The reports of steps at which the process is killed.
    private static let steps = [
        // Before the mark, behind it, and in the middle of the rows.
        ("markingDatabase", 1), ("copyingRows", 1), ("copyingRows", 50),
        // With all rows, before the commit.
        ("comparingDevices", 1),
    ]
    /// The commit is done, and the former database still waits for its last mark.
    private static let committed = ("markingDatabase", 2)

    func killed(_ engine: Engine) throws {
        let scene = try MoveScene(engine)
        var next = engine
        for (step, number) in Self.steps {
            next = next == .sqlite ? .postgreSQL : .sqlite
            let (source, target) = (scene.place, try TemporaryDatabase(next))
            try scene.moveKilled(to: target, at: step, number)
            try expectOneAtMost(scene, source, target)
            #expect(try scene.move().abort() == (step == "markingDatabase" ? nil : target.address))
            #expect(try scene.refusal(at: source) == nil)
            #expect(try scene.refusal(at: target) != nil)
            try scene.moveKilled(to: target, at: step, number)
            try scene.move(to: target)
            #expect(try scene.code(at: source) == .databaseMoved)
            #expect(try scene.refusal(at: target) == nil)
            #expect(try scene.rows(at: target) == scene.rows)
        }
        let (source, target) = (scene.place, try TemporaryDatabase(next == .sqlite ? .postgreSQL : .sqlite))
        try scene.moveKilled(to: target, at: Self.committed.0, Self.committed.1)
        #expect(try scene.code(at: source) == .databaseMoving)
        #expect(try scene.refusal(at: target) == nil)
        let aborted = #expect(throws: ManagerError.self) { try scene.move().abort() }
        #expect(aborted?.code == .databaseMoved)
        #expect(try scene.code(at: source) == .databaseMoving)
        try scene.move(to: target)
        #expect(try scene.code(at: source) == .databaseMoved)
        #expect(try scene.rows(at: target) == scene.rows)
    }

    private func expectOneAtMost(_ scene: MoveScene, _ source: TemporaryDatabase, _ target: TemporaryDatabase) throws {
        let served = try [source, target].filter { try scene.refusal(at: $0) == nil }
        #expect(served.count <= 1)
    }
}
