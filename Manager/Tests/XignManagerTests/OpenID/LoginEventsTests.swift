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

struct LoginEventsTests {
    @Test("Login page events", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "a page is told the state at once, and every one that follows, until the login is confirmed", followed),
        TestCase(
            "where app and browser are on one device, a page is told that the app sends its user back, and that it did",
            sameDevice),
        TestCase("a page learns how its user declined, and that is the end", declined, each: DeclineReason.allCases),
        TestCase("a page that comes late, or again, is told the present state; after the end that alone", late),
        TestCase("a change between the reading of a session and the opening of its stream is told", changedMeanwhile),
        TestCase(
            "who has not the cookie of a session gets no stream, leaves nothing behind, and takes nothing from who has it",
            strangers),
        TestCase("what comes and goes while a stream is being opened hides no change from it", changedBehindStrangers),
        TestCase("of pages that are opened at the same time, each is looked at", openedTogether),
        TestCase("two sessions never hear of each other", apart),
        TestCase("time alone ends a login, and the page is told", expired),
        TestCase("a change whose notice was lost is found by looking", lostNotice),
        TestCase("when another process has changed the database, every open page is read anew", changedElsewhere),
        TestCase("a notice that another version words differently makes the session be read", foreignNotice),
        TestCase("without being told, the thread looks by itself while a page is open", looksByItself),
        TestCase("logins that have ended, or whose pages were closed, are forgotten", forgotten),
    ]

    func followed() throws {
        let provider = try Provider()
        let server = try EventServer(provider)
        var browser = Browser(provider)
        let id = try browser.begin(.shop)
        let stream = server.open(id, browser.cookieField)
        #expect(stream.next() == #"{"state":"waiting"}"#)
        try provider.claim(id)
        #expect(stream.next() == #"{"state":"scanned"}"#)
        try provider.prepare(id)
        #expect(stream.next() == #"{"state":"confirming"}"#)
        try provider.finish(id)
        #expect(stream.next() == #"{"state":"done"}"#)
        #expect(stream.next() == nil)
    }

    func sameDevice() throws {
        let provider = try Provider()
        let server = try EventServer(provider)
        var browser = Browser(provider)
        let id = try browser.begin(.shop)
        let stream = server.open(id, browser.cookieField)
        #expect(stream.next() == #"{"state":"waiting"}"#)
        try provider.write {
            _ = try $0.processes.claim(
                id, by: Provider.activationID, channel: .sameDevice, tokenHash: [1], at: provider.now)
        }
        #expect(stream.next() == #"{"state":"scanned"}"#)
        try provider.prepare(id)
        #expect(stream.next() == #"{"state":"confirming"}"#)
        try provider.finish(id)
        #expect(stream.next() == #"{"state":"confirmed"}"#)
        try provider.write { _ = try $0.processes.collect(id, at: provider.now) }
        #expect(stream.next() == #"{"state":"returned"}"# && stream.next() == nil)
    }

    func declined(reason: DeclineReason) throws {
        let provider = try Provider()
        let server = try EventServer(provider)
        var browser = Browser(provider)
        let id = try browser.begin(.shop)
        let stream = server.open(id, browser.cookieField)
        #expect(stream.next() == #"{"state":"waiting"}"#)
        try provider.claim(id)
        #expect(stream.next() == #"{"state":"scanned"}"#)
        try provider.write { _ = try $0.processes.decline(id, reason: reason) }
        #expect(stream.next() == #"{"state":"declined","reason":"\#(reason.rawValue)"}"#)
        #expect(stream.next() == nil)
    }

    func late() throws {
        let provider = try Provider()
        let server = try EventServer(provider)
        var browser = Browser(provider)
        let id = try browser.begin(.shop)
        try provider.claim(id)
        let first = server.open(id, browser.cookieField)
        #expect(first.next() == #"{"state":"scanned"}"#)
        let second = server.open(id, browser.cookieField)
        #expect(second.next() == #"{"state":"scanned"}"#)
        try provider.prepare(id)
        #expect(second.next() == #"{"state":"confirming"}"#)
        try provider.finish(id)
        #expect(second.next() == #"{"state":"done"}"# && second.next() == nil)
        let third = server.open(id, browser.cookieField)
        #expect(third.next() == #"{"state":"done"}"# && third.next() == nil)
        _ = try browser.post("/login/\(id)/continue")
        let fourth = server.open(id, browser.cookieField)
        #expect(fourth.next() == #"{"state":"done"}"# && fourth.next() == nil)
    }

    func changedMeanwhile() throws {
        try expectClaimTold { claim, _ in try claim() }
    }

    func strangers() throws {
        let provider = try Provider()
        let server = try EventServer(provider)
        var browser = Browser(provider)
        let id = try browser.begin(.shop)
        let stranger = HeaderField("Cookie", "none=none")
        #expect(server.open(id, stranger).next() == nil)
        #expect(provider.pages.watchedCount == 0)
        let stream = server.open(id, browser.cookieField)
        #expect(stream.next() == #"{"state":"waiting"}"#)
        #expect(server.open(id, stranger).next() == nil)
        try provider.claim(id)
        #expect(stream.next() == #"{"state":"scanned"}"#)
    }

    func changedBehindStrangers() throws {
        try expectClaimTold { claim, stranger in
            try stranger()
            try claim()
            try stranger()
        }
    }

    /// - Parameter between: happens between the reading of a session and the opening of its stream. It is given what
    ///   claims the session, and what asks for its stream without being let.
    private func expectClaimTold(
        _ between: @escaping @Sendable (_ claim: () throws -> Void, _ stranger: () throws -> Void) throws -> Void
    ) throws {
        let provider = try Provider()
        let hub = EventHub()
        let watcher = LoginWatcher(provider.context, .silent, hub: hub, lookEvery: nil)
        defer { watcher.stop() }
        var browser = Browser(provider)
        let id = try browser.begin(.shop)
        var router = Router()
        router.on(.get, "/login/{session}/events") { request in
            let stream = try watcher.open(id, for: request.remoteAddress) {
                let login = try provider.context.database.read { try $0.processes.browserProcess(id) }
                try between(
                    { try provider.claim(id) }, { _ = try watcher.open(id, for: request.remoteAddress) { nil } })
                return login
            }
            return .events(try #require(stream))
        }
        let server = try EventServer(router, hub)
        let stream = server.open(id, browser.cookieField)
        #expect(stream.next() == #"{"state":"waiting"}"# && stream.next() == #"{"state":"scanned"}"#)
    }

    func openedTogether() throws {
        let provider = try Provider()
        let hub = EventHub()
        let watcher = LoginWatcher(provider.context, .silent, hub: hub, lookEvery: .milliseconds(5))
        defer { watcher.stop() }
        var browser = Browser(provider)
        let (one, other) = (try browser.begin(.shop), try browser.begin(.shop))
        let database = provider.context.database
        // Held, as a connection would: a stream that nobody holds is none.
        let streams = Locked<[EventStream?]>([])
        let first = try watcher.open(one, for: .local) {
            let second = try watcher.open(other, for: .local) {
                try database.read { try $0.processes.browserProcess(other) }
            }
            streams.withLock { $0.append(second) }
            return try database.read { try $0.processes.browserProcess(one) }
        }
        streams.withLock { $0.append(first) }
        #expect(watcher.watchedCount == 2)
        provider.advance(seconds: 300)
        // Expired, and told so.
        #expect(eventually { watcher.watchedCount == 0 })
        streams.withLock { $0 = [] }
    }

    func apart() throws {
        let provider = try Provider()
        let server = try EventServer(provider)
        var browser = Browser(provider)
        let a = try browser.begin(.shop), b = try browser.begin(.shop)
        let streamA = server.open(a, browser.cookieField), streamB = server.open(b, browser.cookieField)
        #expect(streamA.next() == #"{"state":"waiting"}"# && streamB.next() == #"{"state":"waiting"}"#)
        try provider.confirm(a)
        try provider.claim(b)
        #expect(streamB.next() == #"{"state":"scanned"}"#)
    }

    func expired() throws {
        let provider = try Provider()
        let server = try EventServer(provider)
        var browser = Browser(provider)
        let id = try browser.begin(.shop)
        let stream = server.open(id, browser.cookieField)
        #expect(stream.next() == #"{"state":"waiting"}"#)
        provider.advance(seconds: 300)
        provider.pages.look()
        #expect(stream.next() == #"{"state":"expired"}"# && stream.next() == nil)
    }

    func lostNotice() throws {
        let provider = try Provider()
        let server = try EventServer(provider)
        var browser = Browser(provider)
        let id = try browser.begin(.shop)
        let stream = server.open(id, browser.cookieField)
        #expect(stream.next() == #"{"state":"waiting"}"#)
        // Another process: its notices do not come here, and the engine does not look for an hour.
        let other = try SQLiteDatabase(path: provider.path, vault: provider.context.database.vault)
        defer { other.close() }
        provider.pages.look()
        try other.write { _ = try $0.processes.claim(id, by: Provider.activationID, tokenHash: [1], at: provider.now) }
        provider.pages.look()
        #expect(stream.next() == #"{"state":"scanned"}"#)
        provider.advance(seconds: 1)
        try other.write { _ = try $0.processes.decline(id, reason: .cancelled) }
        provider.pages.look()
        #expect(stream.next() == #"{"state":"declined","reason":"cancelled"}"#)
    }

    func changedElsewhere() throws {
        let provider = try Provider(lookAtFileEvery: .milliseconds(10))
        let server = try EventServer(provider)
        var browser = Browser(provider)
        let id = try browser.begin(.shop)
        let stream = server.open(id, browser.cookieField)
        #expect(stream.next() == #"{"state":"waiting"}"#)
        let other = try SQLiteDatabase(path: provider.path, vault: provider.context.database.vault)
        defer { other.close() }
        try other.write { _ = try $0.processes.claim(id, by: Provider.activationID, tokenHash: [1], at: provider.now) }
        #expect(stream.next() == #"{"state":"scanned"}"#)
    }

    func foreignNotice() throws {
        let provider = try Provider()
        let server = try EventServer(provider)
        var browser = Browser(provider)
        let id = try browser.begin(.shop)
        let stream = server.open(id, browser.cookieField)
        #expect(stream.next() == #"{"state":"waiting"}"#)
        let other = try SQLiteDatabase(path: provider.path, vault: provider.context.database.vault)
        defer { other.close() }
        try other.write { _ = try $0.processes.claim(id, by: Provider.activationID, tokenHash: [1], at: provider.now) }
        try provider.write { try $0.notify(ProcessNotice.topic, "\(id) pondering and more") }
        #expect(stream.next() == #"{"state":"scanned"}"#)
    }

    func looksByItself() throws {
        let provider = try Provider(lookAtSessionsEvery: .milliseconds(5))
        let server = try EventServer(provider)
        var browser = Browser(provider)
        let id = try browser.begin(.shop)
        let stream = server.open(id, browser.cookieField)
        #expect(stream.next() == #"{"state":"waiting"}"#)
        provider.advance(seconds: 300)
        #expect(stream.next() == #"{"state":"expired"}"# && stream.next() == nil)
    }

    func forgotten() throws {
        let provider = try Provider(lookAtSessionsEvery: .milliseconds(5))
        let server = try EventServer(provider)
        var browser = Browser(provider)
        let left = try browser.begin(.shop), ended = try browser.begin(.shop)
        var streams = [server.open(left, browser.cookieField), server.open(ended, browser.cookieField)]
        for stream in streams { #expect(stream.next() == #"{"state":"waiting"}"#) }
        #expect(provider.pages.watchedCount == 2)
        try provider.decline(ended, .cancelled)
        while let event = streams[1].next(), event.contains("state") {}
        #expect(provider.pages.watchedCount == 1)
        streams = []
        #expect(eventually { provider.pages.watchedCount == 0 })
    }
}
