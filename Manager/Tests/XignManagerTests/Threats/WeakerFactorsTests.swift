import Testing
import XignCrypto
import XignDomain
import XignProtocol
import XignStorage

@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

struct WeakerFactorsTests {
    @Test("A client that would like to prove less", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("A role that demands less is not to be had by naming it", otherRole),
        TestCase(
            "A statement that names other factors, another role or another time is not the session's, whoever signs it",
            otherStatement),
        TestCase("Nothing but a wrong signature in a right set of factors is counted", neverCounted),
    ]

    let manager: TestManager
    let device: RawDevice

    init() throws {
        manager = try TestManager()
        device = try RawDevice(manager)
    }

    func otherRole() throws {
        let browser = try TestBrowser(manager)
        let prepared = try device.prepare(browser)
        let service = try manager.service
        let roles = try manager.context.database.read { try $0.services.roles(of: service.id) }
        let visitor = try #require(roles.first { $0.name == "visitor" })
        for role in [visitor.id.text, "visitor", "", "user\u{301}"] {
            refused(.roleUnknown) {
                try device.call(
                    Prepare.self,
                    .init(sessionId: prepared.session, sessionToken: prepared.token, roleId: role, attributes: [:]))
            }
        }
        #expect(try device.finish(prepared).result != nil)
    }

    func otherStatement() throws {
        let prepared = try device.prepare(try TestBrowser(manager))
        let original = try ConsentStatement(parsing: prepared.statement)
        let changes: [@Sendable (inout ConsentStatement) -> Void] = [
            { $0.alternatives = [[.device]] }, { $0.alternatives.append([.device]) }, { $0.role.name = "visitor" },
            { $0.expiresAt += 1 }, { $0.challenge = [UInt8](repeating: 0, count: 32) }, { $0.policyVersion += 1 },
            { $0.serviceOrigin = "https://evil.example" },
        ]
        for (index, change) in changes.enumerated() {
            var statement = original
            change(&statement)
            refused(.statementMismatch, "\(index)") { try finish(prepared, statement.serialized, [.device]) }
            refused(.statementMismatch, "\(index)") { try finish(prepared, statement.serialized, [.device, .pin]) }
        }
        #expect(try manager.lockout(of: device) == .none)
        #expect(try device.finish(prepared).result != nil)
    }

    func neverCounted() throws {
        let expired = try device.prepare(try TestBrowser(manager))
        manager.clock.advance(seconds: 301)
        refused(.sessionEnded) { try device.finish(expired, wrongPIN: true) }
        let aborted = try device.prepare(try TestBrowser(manager))
        _ = try device.call(
            Abort.self, .init(sessionId: aborted.session, sessionToken: aborted.token, reason: .cancelled))
        refused(.sessionEnded) { try device.finish(aborted, wrongPIN: true) }
        let stripped = try device.prepare(try TestBrowser(manager))
        refused(.factorSetMismatch) { try finish(stripped, stripped.statement, [.device]) }
        refused(.malformed) {
            try device.call(
                Finish.self,
                .init(sessionId: stripped.session, sessionToken: stripped.token, consent: Octets(Array("{}".utf8))))
        }
        #expect(try manager.lockout(of: device) == .none)
        #expect(try device.finish(stripped, wrongPIN: true).refusal != nil)
        #expect(try manager.lockout(of: device).pinFailures == 1)
    }

    private func finish(
        _ prepared: RawDevice.Prepared, _ statement: [UInt8], _ factors: [FactorType]
    ) throws -> Finish.Response {
        let all: [(FactorType, SignedStatement.FactorSignature)] = [
            (.device, { Array(try device.deviceKey.signature(for: $0).rawRepresentation) }),
            (.pin, { Array(try device.pinKey.signature(for: $0)) }),
        ]
        let signed = try SignedStatement(
            signing: statement, type: .consent, with: all.filter { factors.contains($0.0) })
        return try device.call(
            Finish.self,
            .init(sessionId: prepared.session, sessionToken: prepared.token, consent: Octets(signed.serialized)))
    }

    private func refused(
        _ expected: ProtocolErrorCode, _ comment: Comment = "", sourceLocation: SourceLocation = #_sourceLocation,
        _ body: () throws -> some Sendable
    ) {
        let error = #expect(throws: ProtocolError.self, comment, sourceLocation: sourceLocation) { try body() }
        #expect(error?.error == expected, comment, sourceLocation: sourceLocation)
    }
}
