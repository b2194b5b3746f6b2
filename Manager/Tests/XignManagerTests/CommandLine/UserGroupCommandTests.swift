import DatabaseFixture
import Foundation
import Testing

struct UserGroupCommandTests {
    @Test("xignin-manager user group", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("A user is put into a group and taken out of it, and is shown with the groups", changed),
        TestCase("A group that does not exist, and a user who is no member: one line that says what to do", refused),
    ]

    let folder: OperatorsFolder

    init() throws {
        folder = try OperatorsFolder()
        try folder.expect(
            ["apply", "-"],
            input: """
                organizations: [{ name: Example Inc., groups: [staff, ops] }]
                users: [{ name: ada, memberships: [Example Inc.], groups: { Example Inc.: [staff] } }, { name: eve }]
                """,
            prints: ["added user ada", "put ada into groups of Example Inc.: staff"])
    }

    func changed() throws {
        try folder.expect(
            ["user", "group", "add", "ada", "Example Inc.", "ops"],
            prints: ["ada is in the group ops of Example Inc."])
        try folder.expect(["user", "show", "ada"], prints: ["Groups:         Example Inc.: ops, staff"])
        try folder.expect(
            ["user", "group", "add", "ada", "Example Inc.", "ops"],
            prints: ["ada is in the group ops of Example Inc. already."])
        let json = try #require(
            try folder.json(["user", "group", "remove", "ada", "Example Inc.", "ops"]) as? [String: Any])
        #expect(json["changed"] as? Bool == true)
        #expect(json["group"] as? String == "ops")
        try folder.expect(["user", "show", "ada"], prints: ["Groups:         Example Inc.: staff"])
    }

    func refused() throws {
        let unknown = try folder.run(["user", "group", "add", "ada", "Example Inc.", "nobody"])
        #expect(unknown.status == 78)
        #expect(unknown.errors.contains("Example Inc. has no group \"nobody\", but ops, staff"))
        let outside = try folder.run(["user", "group", "add", "eve", "Example Inc.", "ops"])
        #expect(outside.status == 78)
        #expect(outside.errors.contains("`memberships`"))
        #expect(outside.errors.split(separator: "\n").count == 1)
    }
}
