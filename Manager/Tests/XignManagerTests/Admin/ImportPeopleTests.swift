import DatabaseFixture
import Foundation
import Testing
import XignDomain

@testable import XignUseCases

struct ImportPeopleTests {
    @Test("people import", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("adds people with their data, memberships and roles, and without activations", added),
        TestCase("keeps the language of each person", languages, each: Engine.allCases),
        TestCase(
            "gives the values of declared attributes, and the names of accounts at services", kept,
            each: Engine.allCases),
        TestCase("has columns that no declared attribute can be mistaken for", columns),
        TestCase("reports known people, and leaves them as they are", known),
        TestCase("reports each wrong line, and adds nobody then", wrong),
        TestCase("rehearses, and changes nothing", rehearsal),
        TestCase("reads what spreadsheets write", spreadsheets),
        TestCase(
            "says what is wrong with a file that is no table of people", files,
            each: [
                ("", "the file is empty"), ("givenName\nAda\n", "one of them is \"name\""),
                ("name,emial\nada,a@example.org\n", "do you mean \"email\"?"), ("name,name\na,b\n", "there twice"),
                ("name,groups\nada,staff\n", "no column \"groups\""),
                ("name,email\nada\n", "line 2: the line has 1 cells"),
                ("name\n\"ada\n", "line 2: a quote has no end"), ("name\n\"a\"b\n", "behind its last quote"),
                ("name,roles\nada,buyer\n", "line 2 (roles): must be the service and the role, like shop/buyer"),
                ("name,externalId\nada,7\n", "no column \"externalId\""),
                ("name,language\nada,fr\n", "line 2 (language): must be en or de, or empty"),
                ("name,roles\nheidi,shop/seller\n", "line 2 (roles): shop has no role \"seller\""),
                ("name,costCenter\nheidi,4711\n", "do you mean \"costCentre\"?"),
                ("name,shoeSize\nheidi,41\n", "`settings.attributes` declares others"),
                ("name,seats\nheidi,many\n", "line 2 (seats): must be a whole number between"),
                ("name,trainee\nheidi,perhaps\n", "line 2 (trainee): must be true or false"),
                (
                    "name,costCentre\nheidi,\(String(repeating: "7", count: 201))\n",
                    "line 2 (costCentre): must be text of 1 to 200 visible characters"
                ),
                (
                    "name,accountNames.shop\nheidi,h\nivan,H\n",
                    "line 3 (accountNames.shop): must not be mistaken for the account name of the user heidi"
                ),
                ("name,accountNames.stall\nheidi,h\n", "line 2 (accountNames.stall): there is no such service"),
                (
                    "name,accountNames.news\nheidi,h\n",
                    "line 2 (accountNames.news): must be left out: news asks for no account names"
                ),
                ("name,accountNames.\nheidi,h\n", "no column \"accountNames.\""),
            ]),
        TestCase("says which encoding it needs", encoding),
        TestCase("takes no more than 10,000 people and 4 MiB, and adds nobody then", tooMuch),
        TestCase("needs an organization that is there", organization),
    ]

    private let folder: OperatorsFolder

    init() throws {
        folder = try OperatorsFolder()
        let declaration = """
            settings:
              attributes:
                - { name: costCentre, label: Cost centre }
                - { name: seats, label: Seats, type: number }
                - { name: trainee, label: Trainee, type: boolean }
            organizations:
              - name: Example Inc.
                services:
                  - name: news
                    redirectUris: ["https://news.example.org/callback"]
                    signingAlgorithm: ES256
                    roles: [{ name: reader, alternatives: [[pin, device]] }]
                  - name: shop
                    displayName: Example shop
                    accountName: preferred_username
                    redirectUris: ["https://shop.example.org/callback"]
                    signingAlgorithm: ES256
                    roles: [{ name: buyer, assigned: true, alternatives: [[pin, device]] }]
            users: [{ name: ada }]
            """
        try folder.expect(["apply", "-"], input: declaration, prints: [])
    }

    private func run(_ table: String, _ options: String...) throws -> ChildProcess.Outcome {
        try folder.run(["people", "import", "-", "--organization", "Example Inc."] + options, input: table)
    }

    private func importFile(_ bytes: [UInt8]) throws -> ChildProcess.Outcome {
        let path = "\(folder.path)/people.csv"
        try Data(bytes).write(to: URL(filePath: path))
        return try folder.run(["people", "import", path, "--organization", "Example Inc."])
    }

    private func shown(_ user: String) throws -> [String: Any] {
        let outcome = try folder.run(["user", "show", user, "--json"])
        try #require(outcome.status == 0, "\(outcome.errors)")
        return try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    }

    private func isKnown(_ user: String) throws -> Bool { try folder.run(["user", "show", user]).status == 0 }

    func added() throws {
        let outcome = try run(
            """
            name,givenName,familyName,email,phoneNumber,language,roles
            heidi,Heidi,Example,heidi@example.org,+49 221 1234567,de,shop/buyer
            ivan,,,,,,
            """)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("line 2: added heidi"))
        #expect(outcome.output.contains("2 added, 0 known"))
        let heidi = try shown("heidi")
        #expect(heidi["organizations"] as? [String] == ["Example Inc."])
        #expect("\(heidi["roles"] ?? "")".contains("buyer"))
        #expect("\(heidi["attributes"] ?? "")".contains("email"))
        #expect((heidi["devices"] as? [Any])?.isEmpty == true)
    }

    func languages(_ engine: Engine) throws {
        let manager = try TestManager(engine)
        let table = "name,email,language\nheidi,heidi@example.org,de\nivan,,\n"
        let lines = try ImportPeople(manager.context, by: "grace")(Array(table.utf8), to: "Example Inc.")
        #expect(lines.map(\.state) == [.added, .added])
        let languages = try manager.context.database.read { transaction in
            try ["heidi", "ivan"].map { try UserNames(transaction: transaction).account(named: $0)?.language }
        }
        #expect(languages == [.german, nil])
    }

    func kept(_ engine: Engine) throws {
        let manager = try DeclaredScene(engine, service: "accountName: preferred_username").manager
        // Spreadsheets write them so.
        let table = """
            name,costCentre,seats,trainee,accountNames.demo
            heidi,0815,'-3,TRUE,heidi.e
            ivan,,,,
            """
        _ = try ImportPeople(manager.context, by: "grace")(Array(table.utf8), to: "Example Inc.")
        let (heidi, ivan) = (try manager.account("heidi").id, try manager.account("ivan").id)
        let (ofHeidi, namesOfHeidi) = try manager.context.database.read {
            (try $0.declaredValues.all(of: heidi), try $0.accountNames.all(of: heidi))
        }
        #expect(ofHeidi == ["costCentre": "0815", "seats": "-3", "trainee": "true"])
        #expect(Array(namesOfHeidi.values) == ["heidi.e"])
        let (ofIvan, namesOfIvan) = try manager.context.database.read {
            (try $0.declaredValues.all(of: ivan), try $0.accountNames.all(of: ivan))
        }
        #expect(ofIvan.isEmpty)
        #expect(namesOfIvan.isEmpty)
    }

    func columns() throws {
        for column in PeopleTable.columns {
            let declaration = "settings: { attributes: [{ name: \(column), label: Something }] }"
            #expect(try folder.run(["apply", "-"], input: declaration).status == 78, "\(column)")
        }
    }

    func known() throws {
        let outcome = try run("name,email\nada,ada@example.org\nheidi,\n")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("line 2: known ada"))
        let ada = try shown("ada")
        #expect((ada["organizations"] as? [Any])?.isEmpty == true)
        #expect((ada["attributes"] as? [Any])?.isEmpty == true)
        #expect(try run("name\nada\nheidi\n").output.contains("0 added, 2 known"))
    }

    func wrong() throws {
        let outcome = try run("name,email\nheidi,heidi@example.org\nivan,no address\nheidi,\njudy,@\n")
        #expect(outcome.status == 78)
        for line in ["line 3 (email):", "line 4 (name):", "line 5 (email):"] {
            #expect(outcome.errors.contains(line), "\(line)")
        }
        #expect(!outcome.errors.contains("no address"))
        #expect(try !isKnown("heidi"))
    }

    func rehearsal() throws {
        let outcome = try run("name\nheidi\n", "--dry-run")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("1 added"))
        #expect(outcome.output.contains("nothing was changed"))
        #expect(try !isKnown("heidi"))
    }

    func spreadsheets() throws {
        for (index, table) in [
            "\u{FEFF}name;familyName\r\nheidi0;Müller\r\n", "name\tfamilyName\nheidi1\tO'Neil\n",
            "\"name\",\"familyName\"\r\n\"heidi2\",\"von \"\"und\"\" zu, Example\"\r\n\r\n",
            "name,phoneNumber\nheidi3,'+492211234567",
        ].enumerated() {
            let outcome = try run(table)
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(try isKnown("heidi\(index)"), "\(table)")
        }
    }

    func files(_ table: String, _ reason: String) throws {
        let outcome = try run(table)
        #expect(outcome.status == 78)
        #expect(outcome.errors.contains(reason), "\(outcome.errors)")
        #expect(try !isKnown("heidi"))
    }

    func encoding() throws {
        let outcome = try importFile(Array("name\nM".utf8) + [0xFC] + Array("ller\n".utf8))
        #expect(outcome.status == 78)
        #expect(outcome.errors.contains("CSV UTF-8"))
    }

    func tooMuch() throws {
        let table = "name\n" + (0...PeopleTable.maximumCount).map { "person\($0)\n" }.joined()
        let refused = try importFile(Array(table.utf8))
        #expect(refused.status == 78)
        #expect(refused.errors.contains("more than 10000 people: divide it"))
        let bytes = [UInt8](repeating: UInt8(ascii: "a"), count: PeopleTable.maximumByteCount + 1)
        #expect(try importFile(bytes).errors.contains("is larger than 4 MiB"))
        #expect(try !isKnown("person0"))
    }

    func organization() throws {
        let outcome = try folder.run(["people", "import", "-", "--organization", "Exemple"], input: "name\nheidi\n")
        #expect(outcome.status == 78)
        #expect(outcome.errors.contains("There is no organization Exemple"))
        #expect(try folder.run(["people", "import", "-"], input: "name\nheidi\n").status == 64)
    }
}
