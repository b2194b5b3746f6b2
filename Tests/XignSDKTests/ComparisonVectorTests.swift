import Foundation
import Testing
import XignProtocol
import XignSDKTesting

@testable import XignSDK

/// The vectors of the protocol that say what a device signs (`XignProtocolTests/Vectors/comparison.json`).
@Suite("what is signed, by the vectors")
struct ComparisonVectorTests {
    struct Vectors: Decodable {
        struct Process: Decodable {
            struct Party: Decodable { var id, name: String }

            var way: String
            var activationId, sessionId: Octets
            var purpose, factor: String?
            var target: Octets?
            var organization: Party?
            var address: String?
            var clientId, keycloak: String?
            var attributes: [String: Prepare.Selection]
        }
        struct Case: Decodable { var what: String, process, start, statement: Int, isSigned: Bool }

        var processes: [Process]
        var starts: [String]
        var statements: [Octets]
        var cases: [Case]
    }

    static let vectors: Vectors? = {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let file = tests.appending(path: "XignProtocolTests/Vectors/comparison.json")
        return try? JSONDecoder().decode(Vectors.self, from: Data(contentsOf: file))
    }()

    @Test("the SDK signs what the vectors allow, and nothing else")
    func cases() async throws {
        let vectors = try #require(Self.vectors)
        var judged = (signed: 0, refused: 0)
        for vector in vectors.cases {
            let process = vectors.processes[vector.process]
            let beginning = try beginning(of: process)
            let start = try MessageCoding.decode(Start.Response.self, from: Array(vectors.starts[vector.start].utf8))
            let statement = String(decoding: vectors.statements[vector.statement].bytes, as: UTF8.self)
            let refusal = await code { try await prepare(process, beginning, start, statement) }
            #expect(refusal == nil || refusal == .consentMismatch || refusal == .clientTooOld, "\(vector.what)")
            #expect((refusal == nil) == vector.isSigned, "\(vector.what)")
            if refusal == nil { judged.signed += 1 } else { judged.refused += 1 }
        }
        #expect(judged.signed >= 20)
        #expect(judged.refused >= 250)
    }

    private func beginning(of process: Vectors.Process) throws -> ProcessBeginning {
        switch process.way {
        case "qr": return .loginByQRCode
        case "link": return .loginByLink
        case "transactionQr": return .transactionByQRCode
        case "transactionLink": return .transactionByLink
        case "startUtility": return .utility(try utility(process), pinPolicy: .standard)
        case "merge":
            let organization = try #require(process.organization)
            return .merge(
                Open.Merge(
                    sessionId: .random(), sessionToken: .random(count: 32),
                    organization: OrganizationDescription(
                        id: organization.id, name: organization.name, website: nil, address: nil, description: nil),
                    address: try #require(process.address)))
        case "inAppStart": return .inApp(clientId: try #require(process.clientId))
        case "keycloak":
            let configuration = KeycloakServiceConfiguration(
                keycloakUrl: try #require(process.keycloak.flatMap(URL.init(string:))),
                redirectUrl: try #require(URL(string: "https://app.example.org/callback")),
                authorizationEndpointPath: "/realms/r/protocol/openid-connect/auth", clientId: "app", realm: "r")
            return .keycloak(
                KeycloakReturn(
                    try KeycloakAddresses(configuration), redirectURL: configuration.redirectUrl,
                    state: .random(count: 32), announcesIssuer: true, jar: CookieJar()))
        default: throw UnexpectedAnswer()
        }
    }

    private func utility(_ process: Vectors.Process) throws -> StartUtility.Utility {
        switch process.purpose {
        case "changePin": .changePin
        case "newActivation": .newActivation
        case "delete": .delete
        case "addFactor": .addFactor(try #require(process.factor.flatMap(FactorType.init(rawValue:))))
        case "revoke": .revoke(try #require(process.target.flatMap { ActivationID($0.bytes) }))
        default: throw UnexpectedAnswer()
        }
    }

    /// Runs a process up to the statement, in which the test's own ids stand for those of the vector.
    private func prepare(
        _ process: Vectors.Process, _ beginning: ProcessBeginning, _ start: Start.Response, _ statement: String
    ) async throws {
        let manager = try TestManager()
        let device = try await TestDevice.personalized(at: manager)
        let token = manager.sessionToken
        let ids = [
            (process.sessionId, Octets(manager.session.bytes)),
            (process.activationId, Octets(manager.activation.bytes)),
        ]
        let disclosure = process.attributes["givenName"]?.disclosure
        manager.state.withLock {
            $0.login.roles = start.roles
            $0.login.attributes = start.attributes
            $0.bendStart = {
                $0 = start
                $0.sessionToken = token
            }
            $0.bendStatementBytes = { honest in
                var text = statement
                for (old, new) in ids { text = text.replacing(Self.text(old), with: Self.text(new)) }
                let own = (try? ConsentStatement(parsing: honest))?.attributes.first { $0.name == "givenName" }
                if let old = try? disclosure.map({ try AttributeDisclosure(parsing: $0) })?.digest, let own {
                    text = text.replacing(Self.text(Octets(old)), with: Self.text(Octets(own.digest)))
                }
                return Array(text.utf8)
            }
        }
        let claim: Start.Claim =
            switch beginning {
            case .loginByQRCode, .transactionByQRCode: .qrCode(manager.qrSecret)
            case .loginByLink, .transactionByLink: .link(manager.qrSecret)
            case .utility, .merge, .inApp: .sessionToken(manager.claimToken)
            case .keycloak: .inApp(manager.claimToken)
            }
        let request = try await device.start(
            AuthenticationInitializationData(
                idmIdentifier: manager.idm, sessionId: manager.session, claim: claim, beginning: beginning))
        if let email = request.info.email { email.setSelection(email.aliases.first) }
        if let name = request.info.givenName, name.setValue(value: "Zoë") != .valid { throw UnexpectedAnswer() }
        _ = try await device.prepare(request)
    }

    /// Returns the text of bytes in a statement.
    private static func text(_ bytes: Octets) -> String {
        String(decoding: (try? MessageCoding.encode([bytes])) ?? [], as: UTF8.self).filter { !"[]\"".contains($0) }
    }
}
