import DatabaseFixture
import Testing
import XignDomain
import XignProtocol

@testable import XignStorage

extension Storage {
    struct UtilityProcesses {
        @Test(arguments: TestCase.all(tests))
        func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

        static let tests: [TestCase<Self>] = [
            TestCase("every goal and phase comes back as it was stored", phases, each: Engine.allCases, goals),
            TestCase(
                "a dump shows no name, address or statement of an open utility process", sealed, each: Engine.allCases,
                goals),
            TestCase("a sealed goal is not opened in another process", moved, each: Engine.allCases),
            TestCase("the open processes that are bound to an activation are counted", counted, each: Engine.allCases),
            TestCase(
                "the open processes of an activation end, bound or claimed, and no others", ended, each: Engine.allCases
            ),
        ]

        private static let revoked = ActivationSubject(
            id: .random(), alias: "Ada's tablet", platform: "iPadOS", since: 1_700_000_000)
        private static let invitation = Invitation(
            activationID: .random(),
            subject: InvitationSubject(
                organization: .init(id: "org", name: "Example Inc."), address: "ada@secret.example",
                roles: [.init(service: "A shop", role: "buyer")]))
        private static let goals: [Goal.Utility] = [
            .changePin, .newActivation, .delete, .addFactor(.biometric), .revoke(revoked), .merge(invitation),
        ]

        private func utility(
            _ goal: Goal.Utility, _ directory: AttributeDirectory, _ activation: ActivationID
        ) throws -> Process {
            let process = Process.utility(goal, boundTo: activation, claimHash: [7], at: directory.now)
            try directory.database.write { try $0.processes.insert(process) }
            return process
        }

        private func store(_ transition: Transition?, _ directory: AttributeDirectory) throws -> Process {
            let transition = try #require(transition)
            let isApplied = try directory.database.write { try $0.processes.apply(transition) }
            #expect(isApplied)
            #expect(try directory.database.read { try $0.processes.find(transition.process.id) } == transition.process)
            return transition.process
        }

        func phases(_ engine: Engine, _ goal: Goal.Utility) throws {
            try withDirectory(engine) { directory in
                let device = ActivationID.random()
                let waiting = try utility(goal, directory, device)
                #expect(try directory.database.read { try $0.processes.find(waiting.id) } == waiting)
                let claim = Claim(activationID: device, tokenHash: [8])
                let claimed = try store(waiting.claimed(claim, through: .api, at: directory.now), directory)
                let statement = Statement(roleID: BuiltInParties.roleID, bytes: Array("Example Inc.".utf8))
                let confirming = try store(claimed.prepared(statement, at: directory.now), directory)
                let renewed = try store(
                    confirming.renewed([5], expiresAt: directory.now + 400), directory)
                _ = try store(
                    renewed.confirmed(by: [.device, .pin], failuresBefore: 0, returnHash: nil, at: directory.now),
                    directory)
            }
        }

        func sealed(_ engine: Engine, _ goal: Goal.Utility) throws {
            try withDirectory(engine) { directory in
                let device = ActivationID.random()
                let waiting = try utility(goal, directory, device)
                let claim = Claim(activationID: device, tokenHash: [8])
                let claimed = try store(waiting.claimed(claim, through: .api, at: directory.now), directory)
                let statement = Statement(roleID: BuiltInParties.roleID, bytes: Array("the statement".utf8))
                _ = try store(claimed.prepared(statement, at: directory.now), directory)
                let dump = try Dump(directory.database)
                for text in ["Ada's tablet", "ada@secret.example", "buyer", "the statement"] {
                    #expect(dump.tables(with: text) == [], "\(text)")
                }
                #expect(dump.count("process") == 1)
            }
        }

        func moved(_ engine: Engine) throws {
            try withDirectory(engine) { directory in
                let device = ActivationID.random()
                let merge = try utility(.merge(Self.invitation), directory, device)
                let delete = try utility(.delete, directory, device)
                try directory.database.write { transaction in
                    try transaction.execute(
                        """
                        UPDATE process SET sealed_goal = (SELECT sealed_goal FROM process WHERE id = \(merge.id))
                        WHERE id = \(delete.id)
                        """)
                }
                #expect(throws: Vault.OpeningError.self) {
                    try directory.database.read { try $0.processes.find(delete.id) }
                }
            }
        }

        func counted(_ engine: Engine) throws {
            try withDirectory(engine) { directory in
                let (device, other) = (ActivationID.random(), ActivationID.random())
                let processes = try (1...3).map { _ in try utility(.changePin, directory, device) }
                _ = try utility(.changePin, directory, other)
                _ = try store(processes[0].expired(), directory)
                let (now, end) = try directory.database.read { transaction in
                    (
                        try transaction.processes.openBoundCount(of: device, at: directory.now),
                        try transaction.processes.openBoundCount(of: device, at: processes[1].expiresAt)
                    )
                }
                #expect(now == 2)
                #expect(end == 0)
            }
        }

        func ended(_ engine: Engine) throws {
            try withDirectory(engine) { directory in
                let (device, other) = (ActivationID.random(), ActivationID.random())
                let bound = try utility(.delete, directory, device)
                let others = try utility(.delete, directory, other)
                let (claimed, waiting) = (directory.login(.none), directory.login(.none))
                try directory.database.write { transaction in
                    try transaction.processes.insert(claimed)
                    try transaction.processes.insert(waiting)
                }
                let claim = Claim(activationID: device, tokenHash: [8])
                _ = try store(claimed.process.claimed(claim, through: .crossDevice, at: directory.now), directory)
                let now = directory.now
                try directory.database.write { try $0.processes.endAll(of: device, at: now) }
                let phases = try directory.database.read { transaction in
                    try [bound, claimed.process, others, waiting.process].map {
                        try transaction.processes.find($0.id)?.phase
                    }
                }
                #expect(phases == [.expired(nil), .expired(claim), .waiting, .waiting])
            }
        }
    }
}
