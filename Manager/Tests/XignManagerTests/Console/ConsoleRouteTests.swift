import DatabaseFixture
import Testing
import XignDomain
import XignHTTP
import XignProtocol

@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

/// Each route of the console, for each kind of party, on objects in scope, out of scope, and invented ones.
struct ConsoleRouteTests {
    @Test("The routes of the console", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("Each route of the console has one row in the table, and no row is without a route", table),
        TestCase(
            "Each party reaches the pages and forms of its permissions alone, and nothing out of its scope is there",
            matrix),
        TestCase("The name of an account out of scope is like an invented one", grantee, each: Engine.allCases),
    ]

    func table() throws {
        let manager = try TestManager(surfaces: [.account, .console])
        #expect(manager.routes(below: "/console") == Set(ConsoleRoute.all.map(\.name)))
        #expect(ConsoleRoute.all.count == Set(ConsoleRoute.all.map(\.name)).count)
    }

    func matrix() async throws {
        let scene = try await ConsoleRouteScene()
        for party in Party.allCases where !Party.programs.contains(party) {
            var visitor = try await scene.visitor(party)
            try lookAndBeRefused(&visitor, scene)
            try await act(&visitor, scene)
            if party.hasConsoleSession { try giveUp(&visitor, scene) }
        }
    }

    func grantee(_ engine: Engine) throws {
        let scene = try ConsoleScene(engine)
        let organization = try scene.manager.service.organizationID
        try scene.manager.grant(.administrator, to: "ada", in: .organization(organization))
        var browser = try scene.browser("ada")
        let page = "/console/organizations/\(organization)/administrators/new"
        let answers = try ["grace", "invented"].map { name in
            try browser.submit(page, on: page, ["account": name, "role": "auditor", "reason": "Takes over from lin"])
        }
        #expect(answers.map(\.status) == [.unprocessableContent, .unprocessableContent])
        #expect(answers[0].withoutValues == answers[1].withoutValues)
    }

    // MARK: Without an effect

    /// Opens all pages, and sends the forms that are refused.
    private func lookAndBeRefused(_ visitor: inout ConsoleVisitor, _ scene: ConsoleRouteScene) throws {
        let before = try scene.manager.rows()
        for route in ConsoleRoute.all {
            var refusals: [Int: String] = [:]
            // Without a session the object is not even looked for.
            let targets = try scene.targets(of: route.object).prefix(visitor.visit == nil ? 1 : .max)
            for target in targets {
                let expected = route.answer(to: visitor.party, at: target.place)
                let path = target.path(route.pattern)
                if route.method == .post, case .done = expected { continue }
                let answer =
                    try route.method == .get
                    ? visitor.browser.get(path)
                    : visitor.post(
                        path, AccountsScene.reason.merging(["account": TestManager.userName, "role": "auditor"]) { $1 })
                let cell = "\(visitor.party), \(route.method.rawValue) \(path)"
                expect(answer, expected, cell)
                guard answer.status != .ok, answer.status != .seeOther else { continue }
                #expect(answer.withoutValues == refusals[answer.status.code] ?? answer.withoutValues, "\(cell)")
                refusals[answer.status.code] = answer.withoutValues
            }
        }
        let after = try scene.manager.rows()
        #expect(after == before, "\(visitor.party): \(after.filter { !before.contains($0) })")
    }

    private func expect(_ answer: Response, _ expected: ConsoleRoute.Answer, _ cell: String) {
        switch expected {
        case .done: #expect(answer.status == .ok || cell.hasSuffix("/console/login"), "\(cell)")
        case .logIn: #expect(answer["Location"]?.hasPrefix("/console/login?to=") == true, "\(cell): \(answer.status)")
        case .ownList:
            let location = answer["Location"] ?? ""
            #expect(location.hasPrefix("/console/organizations/"), "\(cell): \(answer.status)")
        case .notThere:
            #expect(answer.status == .notFound, "\(cell)")
            #expect(answer.text.contains("<h1>This is not here</h1>"), "\(cell)")
        case .refused:
            #expect(answer.status == .forbidden, "\(cell)")
            #expect(answer.text.contains("<h1>You may not do this</h1>"), "\(cell)")
        }
    }

    // MARK: Effects

    /// Sends the forms that are not refused, and confirms the acts.
    private func act(_ visitor: inout ConsoleVisitor, _ scene: ConsoleRouteScene) async throws {
        for route in ConsoleRoute.all where route.method == .post {
            for target in try scene.targets(of: route.object) {
                guard case .done = route.answer(to: visitor.party, at: target.place) else { continue }
                let path = target.path(route.pattern)
                let fields = try scene.fields(of: route, at: target.place)
                try expectEvent(route.event, by: visitor, scene.manager, path) {
                    switch route.pattern {
                    case "/console/login":
                        let begun = try visitor.browser.post(path)
                        #expect(begun["Location"]?.hasPrefix("/login/") == true, "\(visitor.party)")
                        return nil
                    // Its form is on the page of a browser that does not know the person yet.
                    case "/console/known":
                        #expect(try visitor.post(path, [:]).status == .seeOther, "\(visitor.party)")
                        return nil
                    default: break
                    }
                    let answer = try visitor.browser.submit(path, on: route.page(of: path), fields)
                    return try route.takesDevice ? confirm(answer, &visitor, path) : nil
                }
                try await scene.restore(route)
            }
        }
    }

    /// Ends the visit as a party with a grant can, with all of its rights.
    private func giveUp(_ visitor: inout ConsoleVisitor, _ scene: ConsoleRouteScene) throws {
        try visitor.browser.logIn(with: visitor.device, to: "/console")
        let path = try visitor.ownGrant(scene.manager)
        try expectEvent(.grantWithdrawn, by: visitor, scene.manager, path) {
            try confirm(try visitor.browser.submit(path, on: path, AccountsScene.reason), &visitor, path)
        }
        #expect(try visitor.browser.get("/console").status == .seeOther, "\(visitor.party)")
    }

    /// Confirms what a form has asked for.
    /// - Returns: the process that the device has confirmed.
    private func confirm(_ asked: Response, _ visitor: inout ConsoleVisitor, _ path: String) throws -> SessionID {
        let page = try #require(asked["Location"], "\(visitor.party), \(path): \(asked.status)")
        let process = try #require(SessionID(text: page.dropFirst("/login/".count)), "\(page)")
        _ = try visitor.device.confirm(process)
        let answer = try visitor.browser.post("\(page)/continue")
        #expect(answer.status == .seeOther, "\(visitor.party), \(path): \(answer.status)")
        return process
    }

    /// Expects one event more, which names the process that the party has confirmed.
    /// - Parameter effect: returns nil where no device confirms.
    private func expectEvent(
        _ kind: AuditEvent.Kind?, by visitor: ConsoleVisitor, _ manager: TestManager, _ path: String,
        _ effect: () throws -> SessionID?
    ) throws {
        let before = try kind.map { try manager.events($0).count } ?? 0
        let process = try effect()
        guard let kind else { return }
        let events = try manager.events(kind)
        #expect(events.count == before + 1, "\(visitor.party), \(path)")
        guard let process else { return }
        #expect(events.contains { $0.processes.contains(process) }, "\(visitor.party), \(path)")
    }
}

extension ConsoleRoute {
    /// The page with a form.
    fileprivate func page(of path: String) -> String {
        switch pattern {
        case "/console/logout": "/console"
        case "/console/audit/export": "/console/audit"
        case "/console/confirmations/{act}/withdraw": String(path.dropLast("/withdraw".count))
        default: path
        }
    }
}

extension Response {
    /// The page without what its own address, its tickets, and a person's typing change.
    var withoutValues: String { text.replacing(#/value="[^"]*"/#, with: "") }
}
