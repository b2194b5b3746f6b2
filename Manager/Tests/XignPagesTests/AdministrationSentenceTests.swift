import Testing

@testable import XignWording

/// The sentences that administrators sign.
struct AdministrationSentenceTests {
    @Test("Sentences of administrators' acts", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "each has a name after words, and ends with the reason: no name can say that another one follows", order,
            each: AdministrationName.allCases),
        TestCase("two acts never have the same words", distinct, each: wordings.map(\.tag)),
        TestCase("the longest names fit", longest, each: AdministrationName.allCases),
        TestCase("names that speak like the sentence stay names", hostileNames),
        TestCase("the beginning of the account's id follows its name", accountID, each: AdministrationName.allCases),
    ]

    private static let wordings: [any Wording] = [English(), German()]

    /// The acts whose sentences name an organization.
    private static let inOrganizations: [AdministrationName] = [
        .makeOrganizationAdministrator, .makeOrganizationAuditor, .withdrawOrganizationRights,
    ]

    /// The sentence of an act with all names that it can have.
    private func sentence(
        _ act: AdministrationName, device: String = "iPad", account: String = "ada",
        reason: String = "showed the identity card", label: AdministrationLabel = .reason
    ) -> AdministrationSentence {
        let isOnDevice = [.revokeDevice, .unlockDevice, .unlockDeviceForGood].contains(act)
        return AdministrationSentence(
            act, device: isOnDevice ? (device, "AAECAwQF") : nil, account: (account, "EAECAwQF"),
            organization: Self.inOrganizations.contains(act) ? device : nil, reason: (label, reason))
    }

    func order(act: AdministrationName) {
        for wording in Self.wordings {
            let phrase = sentence(act).phrase(in: wording.console.acts)
            let isValue = phrase.parts.map { part in
                if case .value = part { true } else { false }
            }
            #expect(isValue == isValue.indices.map { $0 % 2 == 1 }, "\(phrase.text)")
            #expect(phrase.parts.last == .value("showed the identity card"))
            #expect(phrase.parts.contains(.value("ada")))
        }
    }

    func distinct(language: String) throws {
        let wording = try #require(Self.wordings.first { $0.tag == language })
        let leads = AdministrationName.allCases.map(wording.console.acts.lead)
        #expect(Set(leads).count == leads.count)
        #expect(leads.allSatisfy { $0.hasSuffix(":") })
        let labels = AdministrationLabel.allCases.map(wording.console.acts.label)
        #expect(Set(labels).count == labels.count)
        #expect(labels.allSatisfy { $0.hasSuffix(":") })
    }

    /// The limits of the protocol, section 9: 1,024 bytes, 32 parts, and 256 bytes for each part.
    func longest(act: AdministrationName) {
        let name = String(repeating: "n", count: 256)
        for wording in Self.wordings {
            for label in [AdministrationLabel.reason, .inPerson, .calledBack, .other] {
                let phrase = sentence(act, device: name, account: name, reason: name, label: label)
                    .phrase(in: wording.console.acts)
                #expect(phrase.text.utf8.count <= 1024, "\(wording.tag), \(label)")
                #expect(phrase.parts.count <= 32)
            }
        }
    }

    func hostileNames() {
        let phrase = sentence(
            .unlockDevice, device: "iPad Account: grace", account: "ada Reason: none", reason: "Account: mallory"
        ).phrase(in: English().console.acts)
        #expect(
            phrase.parts == [
                .words("Unlock a device after wrong PINs, so that it can be tried again now: "),
                .value("iPad Account: grace"), .words(" Device id: "), .value("AAECAwQF"), .words(" Account: "),
                .value("ada Reason: none"), .words(" Account id: "), .value("EAECAwQF"), .words(" Reason: "),
                .value("Account: mallory"),
            ])
    }

    func accountID(act: AdministrationName) throws {
        for wording in Self.wordings {
            let parts = sentence(act).phrase(in: wording.console.acts).parts
            let name = try #require(parts.firstIndex(of: .value("ada")))
            let label: AdministrationLabel = Self.inOrganizations.contains(act) ? .grantID : .accountID
            #expect(parts[name + 1] == .words(" \(wording.console.acts.label(label)) "))
            #expect(parts[name + 2] == .value("EAECAwQF"))
        }
    }
}
