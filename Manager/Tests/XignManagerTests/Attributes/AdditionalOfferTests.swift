import Testing
import XignCrypto
import XignDomain
import XignProtocol

@testable import XignUseCases

/// Offers of values that the manager names, and of permissions.
struct AdditionalOfferTests {
    @Test("Additions to the attributes of a login", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("The device learns label and alias, and every device shows them", described),
        TestCase("The id of an alias is that of the protocol, and of one person, service, name and value", ids),
        TestCase("The statement has the label, and the digest is of the manager's own name", released),
        TestCase("An optional addition and a permission that are not selected are left out", leftOut),
        TestCase("No device supplies a value, or chooses what was not offered", refused),
    ]

    private static let groups = AdditionalName(rawValue: "groups")
    private static let key = aliasKey()
    private static let content = AdditionalOffer.Content(value: "ops,staff", alias: "ops, staff")
    private static let value = AdditionalOffer.value(
        groups, label: "Gruppen", isRequired: true, content: content, destinations: [.idToken])
    private static let optional = AdditionalOffer.value(
        AdditionalName(rawValue: "costCentre"), label: "Cost centre", isRequired: false, content: nil,
        destinations: [.userInfo])
    private static let permission = AdditionalOffer.permission(
        AdditionalName(rawValue: "sharedLogin"), label: "Stay logged in",
        content: .init(value: "600", alias: "10 hours"))

    private static func aliasKey(_ account: String = "ada", at service: String = "shop") -> AliasKey {
        AliasKey(
            managerSecret: SymmetricKey(data: [UInt8](0xA0...0xBF)), account: AccountID(account),
            service: ServiceID(service))
    }

    private let offers = AttributeOffers(offers: [], additional: [value, optional, permission], aliasKey: key)

    private func choice(
        _ selections: [String: Prepare.Selection]
    ) -> Result<AttributeOffers.Choice, AttributeOffers.ChoiceErrors> {
        offers.choice(of: selections, at: Timestamp(seconds: 1_800_000_000))
    }

    private func errors(_ selections: [String: Prepare.Selection]) throws -> [String: Prepare.AttributeError] {
        guard case .failure(let errors) = choice(selections) else { return [:] }
        return errors.byName
    }

    private static var selected: Prepare.Selection { .init(aliasId: key.id(of: content, named: groups)) }

    func described() throws {
        #expect(offers.count == 3)
        let shown = try #require(ShownAttributes(offers.descriptions, of: .login, showsAdditions: true))
        #expect(shown.attributes.isEmpty)
        #expect(shown.additions.map(\.name) == ["Cost centre", "Gruppen", "Stay logged in"])
        #expect(shown.additions.map(\.kind) == [.value, .value, .permission])
        #expect(shown.additions.map(\.isRequired) == [false, true, false])
        #expect(shown.additions.map { $0.aliases.map(\.text) } == [[], ["ops, staff"], ["10 hours"]])
    }

    func ids() {
        let id = Self.key.id(of: Self.content, named: Self.groups)
        let inner = SHA256.hash(data: Array("groups\u{0}\u{9}ops,staff".utf8))
        let message = Array("xign/1 alias\u{0}\u{3}ada\u{0}\u{4}shop".utf8) + Array(inner)
        let code = HMAC<SHA256>.authenticationCode(for: message, using: SymmetricKey(data: [UInt8](0xA0...0xBF)))
        #expect(id == Base64URL.encode(Array(code).prefix(16)))
        // The shown text is no part of it, as no alias is of the twelve.
        let otherContent = AdditionalOffer.Content(value: "ops", alias: "ops, staff")
        let others = [
            Self.aliasKey("eve").id(of: Self.content, named: Self.groups),
            Self.aliasKey(at: "wiki").id(of: Self.content, named: Self.groups),
            Self.key.id(of: Self.content, named: AdditionalName(rawValue: "roles")),
            Self.key.id(of: otherContent, named: Self.groups),
        ]
        #expect(Set(others + [id]).count == 5)
    }

    func released() throws {
        let permitted = Prepare.Selection(
            aliasId: Self.key.id(of: .init(value: "600", alias: ""), named: AdditionalName(rawValue: "sharedLogin")))
        let choice = try choice(["Gruppen": Self.selected, "Stay logged in": permitted]).get()
        #expect(choice.attributes.map(\.name) == ["Gruppen", "Stay logged in"])
        #expect(choice.attributes.map(\.isRequired) == [true, false])
        #expect(choice.attributes.map(\.source) == [.stored, .stored])
        #expect(choice.attributes.map(\.aliasText) == ["ops, staff", "10 hours"])
        #expect(choice.additional.map(\.disclosure.digest) == choice.attributes.map(\.digest))
        #expect(choice.additional.map(\.disclosure.name) == ["groups", "sharedLogin"])
        #expect(choice.additional.map(\.disclosure.value) == ["ops,staff", "600"])
        #expect(choice.additional.map(\.destinations) == [[.idToken], []])
        #expect(choice.releases.isEmpty)
    }

    func leftOut() throws {
        let choice = try choice(["Gruppen": Self.selected]).get()
        #expect(choice.additional.map(\.name) == [Self.groups])
    }

    func refused() throws {
        let disclosure = AttributeDisclosure(salt: [UInt8](repeating: 0, count: 16), name: "groups", value: "admins")
        #expect(try errors([:]) == ["Gruppen": .noAliasSelected])
        #expect(try errors(["Gruppen": .init(disclosure: disclosure.text)]) == ["Gruppen": .notAvailable])
        #expect(try errors(["Gruppen": .init(aliasId: "another")]) == ["Gruppen": .noAliasSelected])
        #expect(
            try errors(["Gruppen": .init(aliasId: Self.selected.aliasId, disclosure: disclosure.text)])
                == ["Gruppen": .invalid])
        #expect(try errors(["Gruppen": Self.selected, "Cost centre": .init()]) == ["Cost centre": .dataMissing])
        // The manager's own name is not the addition's name.
        #expect(try errors(["Gruppen": Self.selected, "groups": Self.selected]) == ["groups": .notAvailable])
    }
}
