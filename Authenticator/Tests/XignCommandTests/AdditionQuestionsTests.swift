import Testing
import XignProtocol

@testable import XignSDK
@testable import xign

struct AdditionQuestionsTests {
    @Test("questions about values and permissions of the manager", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("additions are shown as words of the manager, and a permission only as one", additions),
        TestCase("a permission is not given unless the person says yes", permission),
        TestCase("what the manager does not have of a required addition ends the login", nothingStored),
        TestCase("an addition that the manager refuses is asked again, or left out", refused),
    ]

    func additions() throws {
        let asked = try Asked([
            "Quota": .addition("5 GB"), "Groups": .addition("staff, ops", required: false), "Car": .addition(),
            "Stay logged in": .stayLoggedIn, "nickname": .stored("nick"),
        ])
        let lines = [
            "nickname required stored: nick", "in the words of login.example.org:", "Car required nothing is stored",
            "Groups optional staff, ops (you will be asked)", "Quota required 5 GB",
            "Stay logged in permission for 10 hours (you will be asked)",
        ]
        #expect(asked.lines().joined(separator: " ") == lines.joined(separator: " "))
        let groups = try asked.addition("Groups")
        groups.include(groups.offered[0])
        try asked.addition("Stay logged in").leaveOut()
        #expect(asked.lines().contains("Groups optional staff, ops"))
        #expect(asked.lines().contains("Stay logged in permission not allowed"))
    }

    func permission() throws {
        for (answer, isGiven) in [("", false), ("no", false), ("yes", true)] {
            let asked = try Asked(["Stay logged in": .stayLoggedIn])
            _ = try asked.answer(answer)
            #expect(asked.info.additional.map(\.isIncluded) == [isGiven])
        }
    }

    func nothingStored() throws {
        let asked = try Asked(["Account name": .addition(), "Groups": .addition(required: false)])
        #expect(asked.attributes.isHopeless)
        #expect(asked.attributes.undecidedAdditions.map(\.name) == ["Account name"])
    }

    func refused() throws {
        let asked = try Asked(["Cost centre": .addition("1", "2", "3"), "Groups": .addition("ops", required: false)])
        _ = try asked.answer("1", "yes")
        for addition in asked.info.additional { addition.setError(.noAliasSelected) }
        asked.attributes.additions.forEach { $0.reopen() }
        #expect(asked.attributes.undecidedAdditions.map(\.name) == ["Cost centre"])
        #expect(try asked.addition("Cost centre").offered.map(\.alias) == ["1", "2"])
        #expect(try asked.addition("Groups").decision == .leftOut)
    }
}
