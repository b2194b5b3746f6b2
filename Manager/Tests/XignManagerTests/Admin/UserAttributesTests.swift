import Testing
import XignDomain
import XignProtocol
import XignStorage

@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

struct UserAttributesTests {
    @Test("Setting a user's attributes one by one", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "The first value is the primary one; more are added, named, and primary only when that is said", adding),
        TestCase(
            "With an alias that is there the value is another one: with another salt, chosen by nobody, verified by nobody",
            replacing),
        TestCase("A value that is there already is not there twice: it is renamed, verified or made primary", same),
        TestCase(
            "Where the primary value goes, another one is the primary value; without an alias all of the attribute go",
            removing),
        TestCase(
            "Each change is recorded, what changes nothing is not, and nobody's attributes can be changed", recorded),
        TestCase("A value that does not do changes nothing, and stands in no error", refused),
    ]

    let manager: TestManager

    init() throws { manager = try TestManager() }

    func adding() throws {
        try set(.email, "a@example.org")
        try set(.email, "b@example.org")
        try set(.email, "c@example.org", alias: "Work")
        #expect(try shown() == ["E-mail* a@example.org", "E-mail 2 b@example.org", "Work c@example.org"])
        try set(.email, "d@example.org", isPrimary: true)
        #expect(try shown().first == "E-mail 3* d@example.org")
        #expect(try shown().count { $0.contains("*") } == 1)
    }

    func replacing() throws {
        try set(.email, "a@example.org", alias: "Work", isVerified: true)
        let before = try values()
        try set(.email, "b@example.org", alias: "Work")
        let after = try values()
        #expect(try shown() == ["Work* b@example.org"])
        #expect(after[0].id != before[0].id && after[0].disclosure.text != before[0].disclosure.text)
        #expect(!after[0].isVerified)
    }

    func same() throws {
        try set(.email, "a@example.org")
        try set(.email, "b@example.org")
        let ids = Set(try values().map(\.id))
        try set(.email, "b@example.org", alias: "Work", isPrimary: true, isVerified: true)
        try set(.email, "b@EXAMPLE.org")
        #expect(try shown() == ["Work* b@example.org", "E-mail a@example.org"])
        #expect(try values().map(\.isVerified) == [true, false] && Set(values().map(\.id)) == ids)
        let error = #expect(throws: AttributeRefusal.self) { try set(.email, "a@example.org", alias: "Work") }
        #expect(error?.reason == "must be there once: it is there before")
    }

    func removing() throws {
        for text in ["a@example.org", "b@example.org", "c@example.org"] { try set(.email, text) }
        try set(.givenName, "Ada")
        #expect(try remove(.email, alias: "E-mail"))
        #expect(try values().count { $0.attribute == .email && $0.isPrimary } == 1)
        #expect(try !remove(.email, alias: "E-mail") && !remove(.gender, alias: nil))
        #expect(try remove(.email, alias: nil))
        #expect(try values().map(\.attribute) == [.givenName])
    }

    func recorded() throws {
        try set(.givenName, "Ada")
        try set(.givenName, "Ada")
        #expect(try manager.auditKinds.count { $0 == .attributesChanged } == 1)
        _ = try remove(.givenName, alias: nil)
        #expect(try manager.auditKinds.count { $0 == .attributesChanged } == 2)
        let error = #expect(throws: ManagerError.self) {
            try manager.context.withAttributes(ofUser: "nobody") { try $0.all() }
        }
        #expect(error?.code == .unknownUser)
    }

    func refused() throws {
        for (attribute, text) in [(AttributeName.email, "secret"), (.givenName, "secret\u{7}"), (.birthdate, "secret")]
        {
            let error = #expect(throws: AttributeRefusal.self) { try set(attribute, text) }
            #expect(error?.description.contains("secret") == false)
        }
        #expect(throws: AttributeRefusal.self) { try set(.givenName, "Ada", isVerified: true) }
        #expect(try values().isEmpty)
    }

    private func set(
        _ attribute: AttributeName, _ text: String, alias: String? = nil, isPrimary: Bool = false,
        isVerified: Bool = false
    ) throws {
        try manager.context.withAttributes(ofUser: TestManager.userName) {
            try $0.set(
                attribute, to: .init(text: text, alias: alias, isPrimary: isPrimary, isVerified: isVerified))
        }
    }

    private func remove(_ attribute: AttributeName, alias: String?) throws -> Bool {
        try manager.context.withAttributes(ofUser: TestManager.userName) { try $0.remove(attribute, alias: alias) }
    }

    private func values() throws -> [AttributeValue] {
        try manager.context.withAttributes(ofUser: TestManager.userName) { try $0.all() }
    }

    /// In the order in which they were added, the primary one first; those of one moment by their names.
    private func shown() throws -> [String] {
        let all = try values().map { "\($0.alias)\($0.isPrimary ? "*" : "") \($0.text)" }
        return all.prefix(1) + all.dropFirst().sorted { $0.suffix(13) < $1.suffix(13) }
    }
}
