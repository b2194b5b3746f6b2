import Testing
import XignCrypto

@testable import XignProtocol

struct RequestNameTests {
    @Test("Names of requests", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "the same request has the same name, and every part of it changes the name and what is derived from it",
            parts),
        TestCase("bytes cannot move from one part of a request to the next", boundaries),
        TestCase("description and reflection do not show the name", description),
        TestCase("a statement's secrets differ from each other, and for each statement and manager", statementSecrets),
    ]

    static func name(
        _ operation: DeviceOperationName = .open, id: [UInt8] = Sample.activation.bytes, key: [UInt8] = [1, 2],
        body: [UInt8] = [3, 4], secret: UInt8 = 9
    ) -> RequestName {
        RequestName(
            operation: operation, id: id, encapsulatedKey: key, body: body,
            managerSecret: SymmetricKey(data: [UInt8](repeating: secret, count: 32)))
    }

    func parts() {
        #expect(Self.name() == Self.name())
        let names = [
            Self.name(), Self.name(.start), Self.name(id: Sample.session.bytes), Self.name(key: [1]),
            Self.name(key: [2, 1]), Self.name(body: [3]), Self.name(body: []), Self.name(secret: 8),
        ]
        #expect(Set(names.map(\.bytes)).count == names.count)
        #expect(Set(names.map(\.bearerValue.bytes)).count == names.count)
        #expect(Set(names.map(\.challenge)).count == names.count)
        for name in names {
            #expect(name.bytes.count == 32)
            #expect(Set([name.bytes, name.bearerValue.bytes, name.challenge]).count == 3)
        }
    }

    func boundaries() {
        #expect(Self.name(key: [1, 2, 3], body: [4]) != Self.name(key: [1, 2], body: [3, 4]))
        #expect(Self.name(.start, id: Sample.activation.bytes) != Self.name(.startUtility, id: Sample.activation.bytes))
    }

    func description() {
        #expect("\(Self.name())" == "name of a request")
        #expect(Mirror(reflecting: Self.name()).children.isEmpty)
    }

    func statementSecrets() {
        func secrets(_ statement: [UInt8], _ secret: UInt8 = 9) -> [[UInt8]] {
            let secrets = StatementSecrets(
                of: statement, managerSecret: SymmetricKey(data: [UInt8](repeating: secret, count: 32)))
            return [secrets.returnSecret.bytes, secrets.grant.bytes, secrets.code.bytes]
        }
        let all = secrets([1]) + secrets([2]) + secrets([1], 8)
        #expect(Set(all).count == 9)
        #expect(secrets([1]) == secrets([1]))
        #expect(all.allSatisfy { $0.count == 32 })
    }
}
