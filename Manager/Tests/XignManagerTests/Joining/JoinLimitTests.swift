import DatabaseFixture
import Testing
import XignDomain
import XignHTTP
import XignProtocol

@testable import XignServer
@testable import XignStorage
@testable import XignUseCases
@testable import XignWeb

struct JoinLimitTests {
    @Test("The limits of joining by a code", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("An unknown code and a malformed one have equal answers, and change no row", enumeration),
        TestCase("A mail filter that opens a link, or sends its form from elsewhere, changes no row", scanners),
        TestCase("One browser tries ten names", triesOfBrowser),
        TestCase("One code takes two hundred names of other users a day, and four for each place", triesOfCode),
        TestCase("A network has fifty names a day with one code, and closes it to no other network", triesOfNetwork),
        TestCase("The cookie is strict, expires, and opens nothing when it was altered", cookie),
        TestCase("Joining tells no mailbox and no program: the outbox stays empty", outbox),
        TestCase("Without the surface there is no page, and a form changes no row", off),
        TestCase("An app with an account is refused at a link for many", notMerged),
        TestCase("The terms of a link are within their limits", terms),
        TestCase(
            "While all places are taken, whoever chooses a name is told to wait, and the database is asked nothing",
            full, each: Engine.allCases),
        TestCase("A code of long ago leads no form to the database while all places are taken", oldCode),
        TestCase("One PIN is stretched while sixteen wait, and further people get no place", waiting),
        TestCase("However many people register at once, invited people get a place", places),
    ]

    func enumeration() throws {
        let scene = try JoinScene()
        _ = try scene.makeLink()
        let before = try scene.manager.rows()
        var answers: Set<String> = []
        // The hint of the page names another code.
        for code in ["K7QN-2XPD-9RTV", "K7QN-2XPD-9RTW", "K7QN-2XPD-9RT", "xxxx-xxxx-xxxx-xxxx"] {
            var browser = JoinBrowser(scene)
            let shown = try browser.send(.get, "/join/\(code)")
            #expect(shown.status == .notFound)
            answers.insert(shown.text.replacing(code, with: ""))
            let typed = try browser.send(.post, "/join", "code=\(code)")
            #expect(typed.status == .unprocessableContent)
            answers.insert(typed.text.replacing(code, with: ""))
            #expect(try browser.send(.post, "/join/\(code)", "name=grace").status == .notFound)
            #expect(browser.cookie == nil)
        }
        #expect(answers.count == 2)
        #expect(try scene.manager.rows() == before)
    }

    func scanners() throws {
        let scene = try JoinScene()
        let link = try scene.makeLink()
        let before = try scene.manager.rows()
        var filter = JoinBrowser(scene)
        for method in [XignHTTP.Method.get, .head] {
            for path in ["/join", scene.path(link), "/join/device"] {
                _ = try filter.send(method, path, site: "none")
            }
        }
        for site in ["cross-site", "same-site", "none", nil] {
            for (path, form) in [
                ("/join", "code=\(link.code.text)"), (scene.path(link), "name=grace"), ("/join/device/code", ""),
                ("/join/device/cancel", ""),
            ] {
                #expect(try filter.send(.post, path, form, site: site).status == .forbidden, "\(path) \(site ?? "")")
            }
        }
        #expect(try scene.manager.rows() == before)
        #expect(try filter.send(.post, scene.path(link), "").status == .badRequest)
        #expect(try filter.send(.post, scene.path(link), "name=").status == .unprocessableContent)
        #expect(try scene.listed(link).reserved == 0)
    }

    func triesOfBrowser() throws {
        let scene = try JoinScene()
        let link = try scene.makeLink()
        var browser = JoinBrowser(scene)
        for _ in 0..<JoinVisit.maximumTries {
            #expect(try browser.choose("ada", by: link).status == .unprocessableContent)
        }
        #expect(try browser.choose("grace", by: link).status == .tooManyRequests)
        #expect(try scene.account(named: "grace") == nil)
    }

    func triesOfCode() throws {
        let scene = try JoinScene()
        let link = try scene.makeLink(places: 10)
        var joined = JoinBrowser(scene)
        _ = try joined.join("grace", by: link)
        for number in 0..<5 {
            var browser = JoinBrowser(scene)
            #expect(try browser.choose("free\(number)", by: link).status == .seeOther)
        }
        for _ in 0..<240 {
            var browser = JoinBrowser(scene)
            #expect(try browser.choose("ada", by: link).status == .unprocessableContent)
        }
        var late = JoinBrowser(scene)
        #expect(try late.choose("lin", by: link).status == .tooManyRequests)
        scene.manager.clock.advance(seconds: 86_400)
        #expect(try late.choose("lin", by: link).status == .seeOther)
    }

    func triesOfNetwork() throws {
        let scene = try JoinScene()
        let link = try scene.makeLink()
        var network = JoinBrowser(scene)
        network.address = try #require(RemoteAddress("192.0.2.1"))
        for number in 0..<25 {
            var browser = network
            #expect(try browser.choose("ada", by: link).status == .unprocessableContent)
            // A name that is given up counts, too.
            #expect(try browser.choose("free\(number)", by: link).status == .seeOther)
            #expect(try browser.send(.post, "/join/device/cancel").status == .ok)
        }
        let refused = try network.choose("grace", by: link)
        #expect(refused.status == .tooManyRequests)
        #expect(refused.text.contains("Too many names were tried"))
        #expect(refused.text.contains(#"value="grace""#))
        #expect(try network.choose("grace", by: try scene.makeLink()).status == .seeOther)
        var other = JoinBrowser(scene)
        other.address = try #require(RemoteAddress("198.51.100.1"))
        #expect(try other.choose("lin", by: link).status == .seeOther)
    }

    func cookie() throws {
        let scene = try JoinScene()
        let link = try scene.makeLink()
        var browser = JoinBrowser(scene)
        #expect(try browser.choose("grace", by: link).status == .seeOther)
        let set = try #require(browser.setCookie)
        for part in ["xign-join=", "HttpOnly", "SameSite=Strict", "Max-Age=1200", "Path=/"] {
            #expect(set.contains(part), "\(part)")
        }
        let cookie = try #require(browser.cookie)
        var altered = JoinBrowser(scene, cookie: cookie.dropLast(4) + "AAAA")
        let answer = try altered.send(.get, "/join/device")
        #expect(answer.status == .seeOther)
        #expect(answer["Location"] == "/join")
        #expect(try scene.manager.dump().contains(try browser.code().pin) == false)
    }

    func outbox() throws {
        let scene = try JoinScene()
        let later = scene.manager.clock.now + 86_400
        try scene.context.database.write { transaction in
            try transaction.outbox.open(.notice, until: later)
            try transaction.outbox.open(.mail, until: later)
        }
        for round in 0..<10 {
            let link = try scene.makeLink(places: 100, address: nil)
            for number in 0..<100 {
                var browser = JoinBrowser(scene)
                #expect(try browser.choose("u\(round)x\(number)", by: link).status == .seeOther)
            }
        }
        let rows: Int? = try scene.context.database.read { try $0.value("SELECT count(*) FROM outbox") }
        #expect(rows == 0)
    }

    func off() throws {
        let scene = try JoinScene(isOn: false)
        let link = try scene.makeLink()
        let before = try scene.manager.rows()
        var browser = JoinBrowser(scene)
        for path in ["/join", scene.path(link), "/join/device"] {
            #expect(try browser.send(.get, path).status == .notFound)
            #expect(try browser.send(.post, path, "name=grace&code=\(link.code.text)").status == .notFound)
        }
        #expect(try scene.manager.rows() == before)
    }

    func terms() throws {
        let scene = try JoinScene()
        for (places, address, days) in [
            (0, nil, 14), (10_001, nil, 14), (2, "eve@example.org", 14), (1, nil, 0), (1, nil, 91),
        ] as [(Int, String?, Int64)] {
            let refused = #expect(throws: ManagerError.self) {
                try scene.makeLink(places: places, address: address, days: days)
            }
            #expect(refused?.code == .joinTerms)
        }
        #expect(try ListJoinLinks(scene.context)(of: nil).isEmpty)
    }

    /// Takes places in the queue, and returns those that were free.
    private func take(
        _ number: Int, of pins: StrangerPINs, forRegistration isRegistration: Bool = false
    ) -> [StrangerPINs.Place] {
        (0..<number).compactMap { _ in pins.place(forRegistration: isRegistration) }
    }

    func full(_ engine: Engine) throws {
        let scene = try JoinScene(engine)
        let (link, withdrawn) = (try scene.makeLink(places: 2), try scene.makeLink())
        try scene.withdraw(withdrawn)
        var joining = JoinBrowser(scene)
        let shown = try joining.send(.get, scene.path(link)).text
        let attempt = try #require(shown.firstMatch(of: /attempt" value="([^"]+)"/)).output.1
        let form = "name=lin&attempt=\(attempt)"
        #expect(try joining.send(.post, scene.path(link), form).status == .seeOther)
        var places = take(40, of: try #require(scene.manager.manager.strangerPINs))
        let before = scene.context.database.statistics
        var answers: Set<String> = []
        for path in [scene.path(link), scene.path(withdrawn), "/join/K7QN-2XPD-9RTV", "/join/x", "/register"] {
            var browser = JoinBrowser(scene)
            let refused = try browser.send(.post, path, "name=grace")
            #expect(refused.status == .serviceUnavailable, "\(path)")
            #expect(refused["Retry-After"] == "\(StrangerPINs.retryAfterSeconds)", "\(path)")
            answers.insert(refused.text.replacing(/attempt" value="[^"]+"/, with: ""))
        }
        #expect(answers.count == 1)
        #expect(answers.first?.contains(#"value="grace""#) == true)
        #expect(scene.context.database.statistics == before)
        // A browser that holds a place is led to the device, also by the same form without its cookie.
        #expect(try joining.choose("lin", by: link)["Location"] == "/join/device")
        var again = JoinBrowser(scene)
        #expect(try again.send(.post, scene.path(link), form)["Location"] == "/join/device")
        #expect(try joining.send(.post, "/join/device/code").status == .serviceUnavailable)
        #expect(try again.send(.get, "/join").status == .ok)
        places.removeAll()
        var browser = JoinBrowser(scene)
        #expect(try browser.choose("grace", by: link).status == .seeOther)
        #expect(try joining.send(.post, "/join/device/code").status == .seeOther)
    }

    func oldCode() throws {
        let scene = try JoinScene()
        let link = try scene.makeLink(places: 2)
        var joined = JoinBrowser(scene)
        #expect(try joined.choose("grace", by: link).status == .seeOther)
        let cookie = try #require(joined.cookie)
        // Half an hour in which further codes are issued, and the twenty minutes of the last of them.
        scene.manager.clock.advance(seconds: 50 * 60)
        let places = take(40, of: try #require(scene.manager.manager.strangerPINs))
        var (other, old) = (JoinBrowser(scene), JoinBrowser(scene, cookie: cookie))
        #expect(try other.choose("lin", by: link).status == .serviceUnavailable)
        let before = scene.context.database.statistics
        #expect(try old.choose("lin", by: link).status == .serviceUnavailable)
        #expect(scene.context.database.statistics == before)
        #expect(places.count == StrangerPINs.waiting + 1)
    }

    func waiting() {
        let pins = StrangerPINs()
        var places = take(40, of: pins)
        #expect(places.count == StrangerPINs.waiting + 1)
        #expect(take(1, of: pins, forRegistration: true).isEmpty)
        places.removeAll()
        #expect(take(1, of: pins, forRegistration: true).count == 1)
    }

    func places() {
        let pins = StrangerPINs()
        var places = take(40, of: pins, forRegistration: true)
        #expect(places.count == StrangerPINs.registering)
        places += take(1, of: pins)
        #expect(places.count == StrangerPINs.registering + 1)
    }

    func notMerged() throws {
        let scene = try JoinScene()
        let link = try scene.makeLink(places: 2)
        let device = try RawDevice(scene.manager)
        var browser = JoinBrowser(scene)
        #expect(try browser.choose("grace", by: link).status == .seeOther)
        let (activation, pin) = try browser.code()
        let refused = #expect(throws: ProtocolError.self) { try activation.open(pin: pin, existing: device) }
        #expect(refused?.error == .alreadyPersonalized)
    }
}
