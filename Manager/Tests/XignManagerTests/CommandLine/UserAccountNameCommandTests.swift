import DatabaseFixture
import Foundation
import Testing

struct UserAccountNameCommandTests {
    @Test("xignin-manager user account-name", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("An account name is given, shown and taken", changed),
        TestCase("What cannot be: one line that says what to do", refused),
        TestCase("The value of a declared attribute is set, listed and removed", attribute),
    ]

    let folder: OperatorsFolder

    init() throws {
        folder = try OperatorsFolder()
        try folder.expect(
            ["apply", "-"],
            input: """
                settings: { attributes: [{ name: costCentre, label: Cost centre }] }
                organizations:
                  - name: Example Inc.
                    services:
                      - name: cloud
                        redirectUris: ["https://cloud.example/"]
                        signingAlgorithm: ES256
                        accountName: login
                        attributes: [costCentre]
                        roles: [{ name: user, alternatives: [[device]] }]
                users: [{ name: ada, memberships: [Example Inc.], accountNames: { cloud: ada } }, { name: eve }]
                """,
            prints: ["gave ada the account name ada at cloud"])
    }

    func changed() throws {
        try folder.expect(
            ["user", "account-name", "set", "ada", "cloud", "ada.l"],
            prints: ["ada has the account name ada.l at cloud."]
        )
        try folder.expect(["user", "show", "ada"], prints: ["Account name:   cloud: ada.l"])
        try folder.expect(
            ["user", "account-name", "set", "ada", "cloud", "ada.l"],
            prints: ["ada has the account name ada.l at cloud already."])
        let json = try #require(
            try folder.json(["user", "account-name", "remove", "ada", "cloud"]) as? [String: Any])
        #expect(json["changed"] as? Bool == true)
        #expect(json["service"] as? String == "cloud")
    }

    func refused() throws {
        let taken = try folder.run(["user", "account-name", "set", "eve", "cloud", "ADA"])
        #expect(taken.status == 78)
        #expect(taken.errors.contains("of the user ada"))
        #expect(taken.errors.split(separator: "\n").count == 1)
        let unknown = try folder.run(["user", "account-name", "set", "eve", "shop", "eve"])
        #expect(unknown.status == 78)
        #expect(unknown.errors.contains("account names are told to cloud"))
    }

    func attribute() throws {
        try folder.expect(["user", "attribute", "set", "ada", "costCentre", "4711"], prints: [])
        try folder.expect(["user", "attribute", "list", "ada"], prints: ["costCentre"])
        let options = try folder.run(["user", "attribute", "set", "ada", "costCentre", "4711", "--primary"])
        #expect(options.status == 64)
        let unknown = try folder.run(["user", "attribute", "set", "ada", "costCenter", "4711"])
        #expect(unknown.status == 65)
        #expect(unknown.errors.contains("did you mean costCentre?"))
        try folder.expect(["user", "attribute", "remove", "ada", "costCentre", "--yes"], prints: [])
        let again = try folder.run(["user", "attribute", "remove", "ada", "costCentre", "--yes"])
        #expect(again.status == 65)
    }
}
