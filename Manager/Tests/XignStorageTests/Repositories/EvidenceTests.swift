import DatabaseFixture
import Testing
import XignDomain
import XignProtocol

@testable import XignStorage

extension Storage {
    struct EvidenceRepository {
        @Test(arguments: TestCase.all(tests))
        func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

        static let tests: [TestCase<Self>] = [
            TestCase(
                "the statement of a login is readable, that of a utility process is sealed", statements,
                each: Engine.allCases),
            TestCase("key changes come back signed, in their order, and are sealed", keyChanges, each: Engine.allCases),
        ]

        func statements(_ engine: Engine) throws {
            try withDirectory(engine) { directory in
                let device = try EnrolledDevice(directory)
                let login = directory.login(.none).process
                let utility = Process.utility(
                    .delete, boundTo: device.activation.id, claimHash: [7], at: directory.now)
                let texts = [(login, "of a login"), (utility, "of a deletion")]
                let consents = try texts.map { try ($0.0, device.sign(Array($0.1.utf8), .consent)) }
                try directory.database.write { transaction in
                    for (process, consent) in consents {
                        try transaction.evidence.insert(consent, of: process, by: device.activation, at: directory.now)
                    }
                }
                for (process, text) in texts {
                    let record = try directory.database.read { try $0.evidence.record(of: process.id) }
                    #expect(record?.consent?.payload == Array(text.utf8))
                    #expect(record?.hash == Evidence.hash(of: Array(text.utf8)))
                }
                let readable = try directory.database.read { transaction in
                    try texts.map { try transaction.evidence.statement(ofLogin: $0.0.id) }
                }
                #expect(readable == [Array("of a login".utf8), nil])
                let dump = try Dump(directory.database)
                #expect(dump.tables(with: "of a login") == ["evidence"])
                #expect(dump.tables(with: "of a deletion") == [])
            }
        }

        func keyChanges(_ engine: Engine) throws {
            try withDirectory(engine) { directory in
                let device = try EnrolledDevice(directory)
                let changes = try ["first", "second"].map { try device.sign(Array("the \($0) key".utf8), .keyChange) }
                try directory.database.write { transaction in
                    for (number, change) in changes.enumerated() {
                        try transaction.evidence.insert(
                            keyChange: change, grant: BearerHash(bytes: [UInt8(9 - number)]), of: device.activation,
                            at: directory.now + Int64(number))
                    }
                }
                let stored = try directory.database.read { try $0.evidence.keyChanges(of: device.activation) }
                #expect(stored.map(\.signed.serialized) == changes.map(\.serialized))
                #expect(try Dump(directory.database).tables(with: "the first key") == [])
            }
        }
    }

    struct RoleRepository {
        @Test(arguments: TestCase.all(tests))
        func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

        static let tests: [TestCase<Self>] = [
            TestCase("platforms and channels of a role come back as they were stored", stored, each: Engine.allCases),
            TestCase(
                "a role with a platform of a later version is refused, with its service alone", unknown,
                each: Engine.allCases),
        ]

        func stored(_ engine: Engine) throws {
            try withDirectory(engine) { directory in
                var role = Role(
                    id: "role", serviceID: "shop", name: "user", alternatives: [[.device]], isDefault: true)
                let lists: [([Platform]?, [Channel]?)] = [
                    (nil, nil), ([.linux, .web], [.sameDevice, .inApp]), ([.iOS], nil), (nil, nil),
                ]
                for (platforms, channels) in lists {
                    (role.platforms, role.channels) = (platforms, channels)
                    let saved = role
                    try directory.database.write { try $0.services.save(saved) }
                    #expect(try directory.database.read { try $0.services.role(id: "role") } == saved)
                }
            }
        }

        func unknown(_ engine: Engine) throws {
            try withDirectory(engine) { directory in
                let role = Role(
                    id: "role", serviceID: "shop", name: "user", alternatives: [[.device]], isDefault: true,
                    platforms: [.linux])
                let document = #"{"alternatives":[["device"]],"name":"user","platforms":["Plan9"]}"#
                try directory.database.write { transaction in
                    try transaction.services.save(role)
                    try transaction.execute("UPDATE role SET document = \(document)")
                }
                #expect(throws: StorageError(.unknownDeclaration, "role user of service shop")) {
                    try directory.database.read { try $0.declared.service("shop") }
                }
                #expect(try directory.database.read { try $0.declared.service("wiki") } != nil)
            }
        }
    }
}
