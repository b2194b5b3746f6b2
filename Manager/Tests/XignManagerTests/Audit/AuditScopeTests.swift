import Testing
import XignDomain

@testable import XignStorage
@testable import XignUseCases

@Suite("The scope of a search in the audit log", .serialized)
struct AuditScopeTests {
    @Test("an auditor of an organization cannot count the events of others, by no filter")
    func count() throws {
        let scene = try AuditScene()
        let ada = try scene.manager.account("ada").id
        let auditor = try scene.operatorSession(
            "mallory", of: .organization(try scene.manager.service.organizationID))
        try scene.record(
            (0...SearchAudit.maximumLooked).flatMap { number in
                // A few events in each millisecond.
                let moment = Timestamp(rawValue: scene.now.rawValue + Int64(number / 10))
                return [.codeIssued, .pinChanged].map { AuditEvent($0, at: moment, accountID: ada) }
            })
        try scene.index()
        for filter in [
            try scene.filter([.steps]), try scene.filter([.devices]), try scene.filter([.devices]) { $0.whom = "ada" },
            try scene.filter([.devices]) { $0.party = "ada" },
        ] {
            let page = try #require(try scene.search(filter, for: auditor))
            #expect(page.entries.isEmpty)
            #expect(!page.isCutShort)
            #expect(page.older == nil)
        }
    }
}
