import DatabaseFixture
import Foundation
import Testing
import XignDomain
import XignProtocol

@testable import XignStorage
@testable import XignUseCases

struct ExportAuditTests {
    @Test("Export of the audit log", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "an export has each event once with names and public ids, and is an event itself", export,
            each: Engine.allCases),
        TestCase("an export that is too long for an answer says so in its last line", tooLong),
        TestCase("an export at the console looks at a limited number of events, and says so", looked),
        TestCase("an export of an unknown name is none, and leaves no event", unknown),
    ]

    private func lines(_ bytes: [UInt8]) throws -> [[String: Any]] {
        #expect(bytes.last == UInt8(ascii: "\n"))
        return try bytes.split(separator: UInt8(ascii: "\n")).map {
            try #require(try JSONSerialization.jsonObject(with: Data($0)) as? [String: Any])
        }
    }

    func export(_ engine: Engine) async throws {
        let scene = try AuditScene(engine)
        let auditor = try scene.operatorSession("mallory")
        let ada = try scene.manager.account("ada")
        let start = scene.now
        try scene.record(
            (0..<2_500).map { number in
                AuditEvent(
                    .loginConfirmed, at: Timestamp(rawValue: start.rawValue + Int64(number)), accountID: ada.id,
                    serviceID: try? scene.manager.service.id, detail: "\(number)")
            })
        // The session has not ended.
        scene.manager.clock.advance(seconds: 600)
        let filter = try scene.filter([.logins]) { $0.whom = "ada" }
        let bytes = try #require(try await ExportAudit(scene.context)(filter, for: auditor))
        let all = try lines(bytes)
        #expect(all.count == 2_501)
        #expect(all.dropLast().compactMap { $0["detail"] as? String } == (0..<2_500).reversed().map { "\($0)" })
        #expect(all.first?["user"] as? String == "ada")
        #expect(all.first?["userId"] as? String == ada.publicID.description)
        #expect(all.first?["service"] as? String == "demo")
        #expect(all.last?["events"] as? Int == 2_500)
        #expect(all.last?["isComplete"] as? Bool == true)
        #expect(!String(decoding: bytes, as: UTF8.self).contains(ada.id.text))
        let event = try #require(try scene.search(scene.filter([.administration]))?.entries.first)
        #expect(event.kind == .auditExported)
        #expect(event.account?.party?.name == "ada")
        #expect(event.network == "192.0.2.0/24")
        #expect(event.detail?.contains(" to ") == true)
    }

    func tooLong() async throws {
        let scene = try AuditScene()
        let ada = try scene.manager.account("ada").id
        try scene.record(
            (0...ExportAudit.pageMaximum).map {
                AuditEvent(.pinChanged, at: scene.now + Int64($0 / 100), accountID: ada)
            })
        scene.manager.clock.advance(seconds: 1_000)
        let filter = try scene.filter([.devices])
        let answer = try lines(try #require(try await ExportAudit(scene.context)(filter, for: scene.root)))
        #expect(answer.count == ExportAudit.pageMaximum + 1)
        #expect(answer.last?["isComplete"] as? Bool == false)
        var (parts, bytes) = (0, [UInt8]())
        let isKnown = try ExportAudit(scene.context).whole(filter, by: scene.root) {
            parts += 1
            bytes += $0
        }
        #expect(isKnown)
        #expect(parts > 2)
        #expect(try lines(bytes).last?["events"] as? Int == ExportAudit.pageMaximum + 1)
        #expect(try lines(bytes).last?["isComplete"] as? Bool == true)
    }

    func looked() async throws {
        let scene = try AuditScene()
        let ada = try scene.manager.account("ada").id
        try scene.record((0..<300).map { AuditEvent(.codeIssued, at: scene.now + Int64($0), accountID: ada) })
        scene.manager.clock.advance(seconds: 1_000)
        // No index leads to the steps of somebody who has none.
        let filter = try scene.filter([.steps]) { $0.whom = "mallory" }
        let export = ExportAudit(scene.context, maximumLooked: 200)
        let answer = try lines(try #require(try await export(filter, for: scene.root)))
        #expect(answer.count == 1)
        #expect(answer.last?["isComplete"] as? Bool == false)
        var bytes = [UInt8]()
        _ = try export.whole(filter, by: scene.root) { bytes += $0 }
        #expect(try lines(bytes).last?["isComplete"] as? Bool == true)
    }

    func unknown() async throws {
        let scene = try AuditScene()
        let filter = try scene.filter { $0.whom = "eve" }
        #expect(try await ExportAudit(scene.context)(filter, for: scene.root) == nil)
        #expect(try !scene.manager.auditKinds.contains(.auditExported))
    }
}
