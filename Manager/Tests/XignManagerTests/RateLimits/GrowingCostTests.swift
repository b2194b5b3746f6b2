import Foundation
import Testing
import XignDomain
import XignHTTP

@testable import XignServer
@testable import XignStorage
@testable import XignUseCases
@testable import XignWeb

/// The list of requests whose cost grows with the data, in `docs/operations.md`.
///
/// The cost of a page is the number of its statements. A page whose statements read more rows is not found.
struct GrowingCostTests {
    @Test("Requests whose cost grows with the data", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("each page that reads more statements with more data is in the list of the documentation", pages)
    ]

    private static let count = 30
    private static let manual = URL(filePath: #filePath)
        .appending(path: "../../../../../docs/operations.md").standardizedFileURL

    /// A row of the list.
    private struct Listed {
        let pattern: String
        let includesPagesBelow: Bool

        func contains(_ pattern: String) -> Bool {
            pattern == self.pattern || includesPagesBelow && pattern.hasPrefix("\(self.pattern)/")
        }
    }

    private func listed() throws -> [Listed] {
        let text = try String(contentsOf: Self.manual, encoding: .utf8)
        let section = try #require(
            text.components(separatedBy: "## Requests whose cost grows with the data\n").dropFirst().first)
        return section.prefix(upTo: section.range(of: "\n### ")?.lowerBound ?? section.endIndex)
            .split(separator: "\n").filter { $0.hasPrefix("| `") }
            .flatMap { row -> [Listed] in
                let cell = row.dropFirst().prefix { $0 != "|" }
                return cell.matches(of: #/`GET ([^`]+)`/#).map {
                    Listed(pattern: String($0.output.1), includesPagesBelow: cell.contains("below"))
                }
            }
    }

    func pages() async throws {
        let scene = try await ConsoleRouteScene()
        let manager = scene.manager
        var visitor = try await scene.visitor(.administrator)
        try manager.add(visitor.account.name, to: Party.organization)
        let objects = try AccountObjects(of: visitor.account.name, with: visitor.device, at: manager)
        var browser = try AccountBrowser.loggedIn(manager, with: visitor.device)

        let console = try ConsoleRoute.all.filter { $0.method == .get }
            .map { ($0.pattern, try scene.targets(of: $0.object)[0].path($0.pattern)) }
        let account = manager.accountPatterns(.get).map { ($0, objects.path($0)) }
        func costs() throws -> [String: Int] {
            var costs: [String: Int] = [:]
            for (pattern, path) in console { costs[pattern] = try cost { try visitor.browser.get(path) } }
            for (pattern, path) in account { costs[pattern] = try cost { try browser.get(path) } }
            return costs
        }
        func cost(_ page: () throws -> Response) throws -> Int {
            // The first request of a minute prolongs the session.
            _ = try page()
            let before = manager.context.database.statistics.statements
            _ = try page()
            return manager.context.database.statistics.statements - before
        }

        let before = try costs()
        try grow(manager, visitor)
        let after = try costs()
        let listed = try listed()
        let growing = before.keys.filter { after[$0, default: 0] > before[$0, default: 0] }
        #expect(growing.contains("/account/websites"))
        #expect(growing.filter { pattern in !listed.contains { $0.contains(pattern) } }.sorted() == [])
        #expect(listed.map(\.pattern).filter { before[$0] == nil } == [], "there are such pages")
    }

    /// Adds organizations, services, accounts, devices, sessions, grants and events.
    private func grow(_ manager: TestManager, _ visitor: ConsoleVisitor) throws {
        let names = (0..<Self.count).map { "\($0)" }
        let organizations = names.map { name in
            """
              - name: Organization \(name)
                services:
                  - name: service\(name)
                    displayName: Service \(name)
                    redirectUris: ["https://service\(name).example/"]
                    signingAlgorithm: ES256
                    roles: [{name: user, alternatives: [[pin, device]]}]
            """
        }
        let memberships = ([Party.organization] + names.map { "Organization \($0)" }).joined(separator: ", ")
        let users = [visitor.account.name, TestManager.userName] + names.map { "member\($0)" }
        let declared = users.map { "  - {name: \($0), memberships: [\(memberships)]}" }
        let yaml =
            "organizations:\n\(organizations.joined(separator: "\n"))\nusers:\n\(declared.joined(separator: "\n"))\n"
        _ = try Apply(manager.context)(Array(yaml.utf8))
        for name in names {
            try manager.grant(.auditor, to: "member\(name)")
            try manager.grant(
                .auditor, to: "member\(name)",
                in: .organization(try manager.organization(named: Party.organization).id))
        }
        for _ in 0..<8 { _ = try manager.openSession(of: visitor.device, at: .account) }
        let (now, device, account) = (manager.clock.now, visitor.device.activation, visitor.account.id)
        try manager.context.database.write { transaction in
            for name in names {
                let service = try #require(try transaction.services.find(name: "service\(name)"))
                try transaction.audit.append(
                    AuditEvent(
                        .codeRedeemed, at: now, accountID: account, activationID: device, serviceID: service.id,
                        sessionID: .random()))
                let member = try #require(try transaction.accounts.find(name: "member\(name)"))
                var lockout = LockoutState.none
                lockout.lockedUntil = now + 3600
                try transaction.activations.insert(
                    Activation(
                        id: .random(), accountID: member.id, state: .active, kind: .additional, pinOrigin: .assigned,
                        secretHash: BearerHash(bytes: [1]), createdAt: now, expiresAt: now + 600,
                        personalizedAt: now, wrongPINs: 0, alias: "", lockout: lockout),
                    pinProofHash: BearerHash(bytes: [2]))
            }
        }
    }
}
