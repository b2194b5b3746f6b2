import Terminal
import Testing
import XignProtocol

@testable import XignSDK
@testable import xign

struct RememberedChoicesTests {
    @Test("which remembered choice of an alias is meant", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("by the service's name, or its id", found),
        TestCase("what is not there, or there twice, says what to do", refused),
        TestCase("a device that is not activated is told so", notActivated),
    ]

    private let choices: RememberedChoices

    init() throws {
        func choice(_ manager: String, _ id: String, _ service: String, _ attribute: String) -> RememberedChoices.Choice
        {
            let choice = AliasChoices.Choice(
                id: Octets([1]), serviceId: id, serviceName: service, attribute: attribute, aliasText: "work")
            return RememberedChoices.Choice(idmIdentifier: manager, selection: AliasSelection(choice))
        }
        choices = RememberedChoices(
            managers: ["a.example", "b.example"],
            all: [
                choice("a.example", "1", "Shop", "email"), choice("a.example", "1", "Shop", "phoneNumber"),
                choice("a.example", "2", "Bank", "email"), choice("b.example", "3", "Bank", "email"),
                choice("a.example", "4", "Twin", "email"), choice("a.example", "5", "Twin", "email"),
            ])
    }

    private func refusal(_ service: String, _ attribute: String) -> String? {
        do throws(CommandFailure) { _ = try choices.find(service, attribute) } catch {
            return error.exitStatus == .data ? error.english : nil
        }
        return nil
    }

    func found() throws {
        #expect(try choices.find("Shop", "phoneNumber").selection.attribute == "phoneNumber")
        #expect(try choices.find("3", "email").idmIdentifier == "b.example")
        #expect(try choices.find("5", "email").selection.serviceId == "5")
    }

    func refused() {
        #expect(refusal("shop", "email")?.hasSuffix("did you mean Shop?") == true)
        #expect(refusal("Shop", "e-mail")?.hasSuffix("did you mean email?") == true)
        #expect(refusal("Elsewhere", "email")?.hasSuffix("see xign alias list") == true)
        #expect(refusal("Shop", "nickname")?.contains("nickname") == true)
        #expect(refusal("Bank", "email")?.hasSuffix("choose one with --manager") == true)
        #expect(refusal("Twin", "email")?.hasSuffix("give 4 or 5 instead") == true)
    }

    func notActivated() throws {
        let home = try TemporaryFolder()
        #expect(Transcript("alias", "list", "--manager", "login.example.org", home: home).status == 67)
        #expect(Transcript("alias", "list", home: home).errors.contains("xign activate"))
        #expect(Transcript("alias", "forget", "Shop", "email", home: home).status == 65)
    }
}
