import Eventually
import Testing
import Threads
import XignDomain
import XignHTTP
import XignProtocol

@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignServer
@testable import XignStorage
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
            #expect(notice.news == ProcessNews(of: process))
        }
        let last = try #require(notices.withLock { $0.last })
        for foreign in [
            id.description, "\(last) ", last.replacing("declined", with: "gone"), "\(last) digits app",
            "\(last) app app",
            "\(last) 27",
        ] {
            let notice = try #require(ProcessNotice(payload: foreign), "\(foreign)")
            #expect(notice.news == nil, "\(foreign)")
        }
        for wrong in ["", " \(last)", "x\(last)"] { #expect(ProcessNotice(payload: wrong) == nil, "\(wrong)") }
    }

    @Test("a notice has the words that it may have, and no digits", arguments: [true, false], [true, false])
    func words(returnsByApp: Bool, awaitsDigits: Bool) throws {
        for phase in [Phase.Name.waiting, .claimed, .confirming, .confirmed, .collected, .declined, .expired] {
            let news = ProcessNews(phase, returnsByApp: returnsByApp, awaitsDigits: awaitsDigits)
            let notice = ProcessNotice(.random(), news)
            #expect(
                notice.payload.wholeMatch(of: #/[0-9A-Za-z_-]+ [a-z]+ (app|browser)( digits)?/#) != nil,
                "\(notice.payload)")
            #expect(ProcessNotice(payload: notice.payload) == notice)
        }
    }
}
