import Testing
import Threads
import XignAdmission
import XignDomain
import XignHTTP
import XignProtocol

@testable import XignServer
@testable import XignStorage
@testable import XignUseCases
@testable import XignWeb

/// The limits of an account, whose person may be a thief at an open browser.
struct AccountLimitTests {
    @Test("Limits of an account", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("an account changes twenty times a minute, from all of its browsers together", changes),
        TestCase("each form that does not take something away is refused by the limit, and no other one", everyForm),
        TestCase("a device is refused changes of its account, and no removal", device),
        TestCase("while an export is made, another one leaves no event, and is answered by a page", busyConsole),
        TestCase("an auditor exports six times a minute", exportRate),
        TestCase(
            "a copy of all data that finds no place can be had afterwards, with the same confirmation", busyAccount),
        TestCase("an operator searches sixty times a minute", searches),
    ]

    /// Not this machine, which is exempt.
    private static func client() throws -> RemoteAddress { try #require(RemoteAddress("192.0.2.7")) }

    // MARK: Changes

    func changes() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        var browsers = try (0..<3).map { _ in try AccountBrowser.loggedIn(manager, with: device) }
        let page = "/account/data/add/nickname"
        let form = try browsers.map { browser in
            var browser = browser
            return try #require(try browser.get(page).forms.first { $0.action == page })
        }
        for index in browsers.indices { browsers[index].address = try Self.client() }
        var answers: [Int: Int] = [:]
        for number in 0..<60 {
            let answer = try browsers[number % 3].send(
                form[number % 3], ["value": "Ada \(number % 15)", "alias": "\(number % 15)", "primary": "yes"])
            answers[answer.status.code, default: 0] += 1
        }
        #expect(answers == [303: 20, 429: 40])
        #expect(try manager.events(.attributesChanged).count <= 20)
        manager.clock.advance(seconds: 3)
        #expect(try browsers[0].send(form[0], ["value": "Other", "alias": "Other"]).status == .seeOther)
        #expect(try browsers[0].send(form[0], ["value": "Third", "alias": "Third"]).status == .tooManyRequests)
    }

    /// The forms that only take something away.
    private static let removals: Set<String> = [
        "/account/logout", "/account/devices/{device}/remove", "/account/devices/{device}/lock",
        "/account/devices/{device}/cancel", "/account/settings/sessions/end",
        "/account/settings/sessions/{session}/end", "/account/settings/remembered/{login}/end",
        "/account/settings/shared/{login}/end", "/account/settings/shared/end", "/account/delete",
        "/account/data/value/{value}/remove", "/account/websites/{service}/forget",
        "/account/websites/{service}/end-access", "/account/websites/{service}/withdraw",
        "/account/history/{login}", "/account/recovery/remove", "/account/recovery/stop",
        "/console/logout", "/console/accounts/{account}/disable", "/console/accounts/{account}/remove",
        "/console/accounts/{account}/devices/{device}/revoke", "/console/administrators/{account}/withdraw",
        // The first signature revokes the lost device.
        "/console/accounts/{account}/devices/{device}/replace", "/console/audit/events/{event}/end",
        "/console/organizations/{organization}/administrators/{account}/withdraw", "/console/confirmations/{act}",
        "/console/confirmations/{act}/withdraw",
    ]

    func everyForm() async throws {
        var surfaces: ServedSurfaces = [.account, .console]
        surfaces.hasJoin = true
        let manager = try TestManager(surfaces: surfaces, recovery: true, sendsMail: true)
        try manager.grant()
        let device = try RawDevice(manager)
        let account = try manager.account().id
        for _ in 0..<20 { try manager.manager.admission.admitChange(of: account, from: try Self.client()) }
        var refused: Set<String> = []
        for surface in Surface.allCases {
            let forms = manager.routes(below: surface.path).filter { $0.hasPrefix("POST ") }
                .map { String($0.dropFirst("POST ".count)) }
            var browser = try AccountBrowser.loggedIn(manager, with: device, in: surface)
            browser.address = try Self.client()
            // A login is no form of a session. A logout ends it.
            let logout = "\(surface.path)/logout"
            for pattern in forms.filter({ !$0.hasSuffix("/login") && $0 != logout }).sorted() + [logout] {
                let path = pattern.replacing(#/\{\w+\}/#, with: "x")
                let found =
                    try await surface == .account
                    ? browser.visit(path)?.ticket(for: path) : browser.consoleVisit(path)?.ticket(for: path)
                let ticket = try #require(found, "\(pattern)")
                let answer = try browser.post(path, [("ticket", ticket)])
                if answer.status == .tooManyRequests { refused.insert(pattern) }
                if Self.removals.contains(pattern) {
                    #expect(answer.status != .tooManyRequests, "\(pattern)")
                } else {
                    #expect(answer.status == .tooManyRequests, "\(pattern): \(answer.status)")
                    #expect(answer["Retry-After"] == "3", "\(pattern)")
                }
            }
        }
        for pattern in [
            "/account/devices/{device}/rename", "/account/join", "/account/recovery/make",
            "/account/data/value/{value}/verify",
        ] {
            #expect(refused.contains(pattern), "\(pattern)")
        }
        let served = manager.routes(below: "/account").union(manager.routes(below: "/console"))
        #expect(Self.removals.filter { !served.contains("POST \($0)") } == [])
    }

    func device() throws {
        var limits = Limits()
        limits.exempt = []
        let manager = try TestManager(limits: limits)
        let device = try RawDevice(manager)
        let other = try device.issue().personalize()
        let account = try manager.account().id
        while (try? manager.manager.admission.admitChange(of: account, from: .loopback)) != nil {}
        expectRefusal(.tooManyRequests) {
            try device.call(Rename.self, .init(activationId: device.activation, alias: "11"), proven: true)
        }
        expectRefusal(.tooManyRequests) { try device.begin(.changePin) }
        _ = try device.begin(.revoke(other.activation))
    }

    // MARK: Exports

    /// Holds the place of exports until it is told to end.
    private struct Occupied {
        let mayEnd: Semaphore
        let task: Task<Void, any Error>

        init(_ exports: Exports) async throws {
            let (isRunning, mayEnd) = (Semaphore(), Semaphore())
            self.mayEnd = mayEnd
            task = Task {
                try await exports.run(for: AccountID("somebody"), from: .loopback) {
                    isRunning.post()
                    mayEnd.wait()
                }
            }
            _ = try await runOnNewThread("waits") { isRunning.wait() }
        }

        func end() async throws {
            mayEnd.post()
            try await task.value
        }
    }

    func busyConsole() async throws {
        let scene = try ConsoleScene()
        var browser = try scene.browser("max")
        let occupied = try await Occupied(scene.manager.manager.admission.exports)
        let refused = try browser.submit("/console/audit/export", on: "/console/audit")
        #expect(refused.status == .serviceUnavailable)
        #expect(refused["Retry-After"] == "5")
        #expect(refused.text.contains("<h1>No export can be made right now</h1>"))
        #expect(try scene.manager.events(.auditExported).isEmpty)
        try await occupied.end()
        let made = try browser.submit("/console/audit/export", on: "/console/audit")
        #expect(made["Content-Type"] == "application/x-ndjson")
        #expect(try scene.manager.events(.auditExported).count == 1)
    }

    func exportRate() throws {
        let scene = try ConsoleScene()
        var browser = try scene.browser("max")
        browser.address = try Self.client()
        let answers = try (0..<8).map { _ in
            try browser.submit("/console/audit/export", on: "/console/audit").status.code
        }
        #expect(answers == [200, 200, 200, 200, 200, 200, 503, 503])
        #expect(try scene.manager.events(.auditExported).count == 6)
    }

    func busyAccount() async throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        var browser = try AccountBrowser.loggedIn(manager, with: device)
        let path = try #require(try browser.submit("/account/export", on: "/account/settings")["Location"])
        let id = try #require(SessionID(text: path.dropFirst("/login/".count)))
        _ = try device.confirm(id)
        // An auditor's export keeps nobody from the copy.
        let export = try await Occupied(manager.manager.admission.exports)
        let occupied = try await Occupied(manager.manager.admission.ownCopies)
        let refused = try browser.post("\(path)/continue")
        #expect(refused.status == .serviceUnavailable)
        #expect(refused["Retry-After"] == "5")
        #expect(refused.text.contains("<h1>No copy can be made right now</h1>"))
        #expect(try manager.events(.accountExported).isEmpty)
        try await occupied.end()
        let made = try browser.post("\(path)/continue")
        #expect(made.status == .ok)
        #expect(made.text.contains("xign-account.json"))
        try await export.end()
    }

    func searches() throws {
        let scene = try ConsoleScene()
        var browser = try scene.browser("max")
        browser.address = try Self.client()
        for number in 0..<60 {
            #expect(try browser.get(number % 2 == 0 ? "/console/audit" : "/console/accounts").status == .ok)
        }
        #expect(try browser.get("/console/audit").status == .tooManyRequests)
        #expect(try browser.get("/console/accounts").status == .tooManyRequests)
        #expect(try browser.get("/console").status == .ok)
    }
}
