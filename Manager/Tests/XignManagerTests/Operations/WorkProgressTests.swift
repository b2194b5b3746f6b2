import DatabaseFixture
import Testing
import Threads
import XignDomain
import XignStorage

@testable import XignServer
@testable import XignUseCases

struct WorkProgressTests {
    @Test("The progress of long work", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("of a declaration counts organizations, services and users, as many as the file has", applying),
        TestCase("of a verification counts the links, whose number is known", verifying),
        TestCase("of a backup and its restoration tells each step, and all bytes that are copied", copying),
    ]

    private let told = Locked<[WorkProgress]>([])
    private var progress: ReportProgress { { [told] progress in told.withLock { $0.append(progress) } } }

    func applying() throws {
        let yaml = """
            organizations:
              - name: New Inc.
                services:
                  - name: new-shop
                    signingAlgorithm: ES256
                    redirectUris: ["https://a.example/"]
                    roles: [{ name: user, alternatives: [[device, pin]] }]
              - name: Other Inc.
            users:
              - name: grace
              - name: hedy
            """
        let manager = try QuietManager()
        _ = try Apply(manager.context, reporting: progress).rehearse(Array(yaml.utf8))
        #expect(told.withLock { $0 } == (1...5).map { WorkProgress(.applying, done: $0, of: 5) })
    }

    func verifying() throws {
        let chain = try ChainScene()
        try chain.record(2_500)
        for _ in 1...2 { try chain.linkAll() }
        let links = Int64(try chain.links())
        _ = try VerifyAudit(chain.context)(reporting: progress)
        #expect(
            told.withLock { $0.filter { $0.step == .verifyingLinks } }
                == [1_000, 2_000, links].map { WorkProgress(.verifyingLinks, done: $0, of: links) })
        #expect(told.withLock { $0.last } == WorkProgress(.readingEvents, done: links))
    }

    func copying() throws {
        let manager = try QuietManager()
        let (context, place) = (manager.context, manager.place)
        let backup = "\(place.folder)/backup.sqlite"
        let size = try DataFolder.backUp(context, at: .file(place.path), to: backup, reporting: progress).size
        #expect(steps() == [.checkingDatabase, .checkingCopy, .copyingFile])
        #expect(told.withLock { $0.last } == WorkProgress(.copyingFile, done: size, of: size))
        told.withLock { $0 = [] }
        let options = DataFolder.RestoreOptions(
            export: nil, isAccepted: true, isUnverified: false, operatorName: "root", reporting: progress)
        _ = try DataFolder.restore(
            backup, to: "\(place.folder)/restored.sqlite", issuer: context.issuer, vault: context.database.vault,
            clock: manager.clock.clock, options)
        #expect(
            steps() == [
                .copyingFile, .checkingCopy, .verifyingLinks, .comparingDevices, .readingEvents, .endingOpenWork,
            ])
        #expect(told.withLock { $0.first } == WorkProgress(.copyingFile, done: size, of: size))
    }

    /// The steps in their order, without that of the copy by SQLite, which tells nothing where it is short.
    private func steps() -> [WorkProgress.Step] {
        told.withLock { told in
            told.map(\.step).reduce(into: []) { steps, step in
                if step != .copyingDatabase, steps.last != step { steps.append(step) }
            }
        }
    }
}
