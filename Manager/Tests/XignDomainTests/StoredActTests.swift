import Testing
import XignDomain
import XignProtocol

/// Acts as databases have them inside the seals of `pending_act` and of a process's goal.
struct StoredActTests {
    @Test("Stored acts", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("An act is stored as former versions have stored it, and read so", stored, each: fixtures),
        TestCase("Each act has a stored form that is written here", complete),
    ]

    private static let (ada, device) = (AccountID("ada"), ActivationID(text: "AAECAwQFBgcICQoLDA0ODw"))
    private static let organization = Scope.organization(OrganizationID("example"))

    /// The acts with the bytes that every version has to read and to write.
    private static let fixtures: [(Administration.Effect, String)] = {
        guard let device, let login = SessionID(text: "EAECAwQFBgcICQoLDA0ODw") else { return [] }
        return [
            (.disableAccount(ada), #"{"disableAccount":{"_0":"ada"}}"#),
            (.enableAccount(ada), #"{"enableAccount":{"_0":"ada"}}"#),
            (.issueRecovery(ada), #"{"issueRecovery":{"_0":"ada"}}"#),
            (.removeAccount(ada), #"{"removeAccount":{"_0":"ada"}}"#),
            (.unlockDevice(device), #"{"unlockDevice":{"_0":"AAECAwQFBgcICQoLDA0ODw"}}"#),
            (.replaceDevice(device), #"{"replaceDevice":{"_0":"AAECAwQFBgcICQoLDA0ODw"}}"#),
            (.revokeDevice(device), #"{"revokeDevice":{"_0":"AAECAwQFBgcICQoLDA0ODw"}}"#),
            (.endLogin(login), #"{"endLogin":{"_0":"EAECAwQFBgcICQoLDA0ODw"}}"#),
            (.grant(ada, .auditor, .manager), #"{"grant":{"_0":"ada","_1":"auditor","_2":""}}"#),
            (
                .grant(ada, .administrator, organization),
                #"{"grant":{"_0":"ada","_1":"administrator","_2":"example"}}"#
            ),
            (.withdrawGrant(ada, .manager), #"{"withdrawGrant":{"_0":"ada","_1":""}}"#),
        ]
    }()

    func stored(_ effect: Administration.Effect, _ text: String) throws {
        for check in Reason.IdentityCheck.allCases + [nil] {
            let act = Administration(effect, because: try #require(Reason(check, "passport shown")))
            let identityCheck = check.map { #""identityCheck":"\#($0.rawValue)","# } ?? ""
            let bytes = Array(#"{"effect":\#(text),"reason":{\#(identityCheck)"text":"passport shown"}}"#.utf8)
            #expect(try MessageCoding.encode(act) == bytes)
            #expect(try MessageCoding.decode(Administration.self, from: bytes) == act)
            let requested = Array(#"{"administration":{"_0":"#.utf8) + bytes + Array("}}".utf8)
            #expect(try MessageCoding.encode(RequestedAct.Act.administration(act)) == requested)
            #expect(try MessageCoding.decode(RequestedAct.Act.self, from: requested) == .administration(act))
        }
    }

    func complete() {
        #expect(Set(Self.fixtures.map { $0.0.name }) == Set(ActName.allCases))
    }
}
