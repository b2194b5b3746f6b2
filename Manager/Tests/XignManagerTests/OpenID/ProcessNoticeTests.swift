import Eventually
import Testing
import Threads
import XignDomain
import XignHTTP
import XignProtocol
import XignStorage

@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

@Suite("Notices of processes")
struct ProcessNoticeTests {
    @Test("a notice says what the session's row says, and nothing else is taken for one")
    func payload() throws {
        let provider = try Provider()
        var browser = Browser(provider)
        let id = try browser.begin(.shop)
        let notices = Locked<[String]>([])
        provider.context.database.observe { notice in
            if case .message("process", let payload) = notice { notices.withLock { $0.append(payload) } }
        }
        let other = try browser.begin(.shop)
        let changes: [() throws -> Void] = [
            { try provider.claim(other) }, { try provider.prepare(other) }, { try provider.finish(other) },
            { try provider.write { _ = try $0.processes.collect(other, at: provider.now) } },
            { try provider.write { _ = try $0.processes.expire(id) } },
        ]
        let third = try browser.begin(.shop)
        for change in changes + [{ try provider.decline(third, .notMe) }] {
            try change()
            let payload = try #require(notices.withLock { $0.last })
            let notice = try #require(ProcessNotice(payload: payload))
            let process = try #require(try provider.context.database.read { try $0.processes.find(notice.id) })
            #expect(notice.phase == process.phase.name)
        }
        let last = try #require(notices.withLock { $0.last })
        for wrong in [
            "", id.description, "\(last) ", " \(last)", last.replacing("declined", with: "gone"), "x\(last)",
        ] {
            #expect(ProcessNotice(payload: wrong) == nil, "\(wrong)")
        }
    }
}
