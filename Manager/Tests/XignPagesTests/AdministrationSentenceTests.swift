import Testing
import XignDomain

@testable import XignWording

/// The sentences that administrators sign.
struct AdministrationSentenceTests {
    @Test("Sentences of administrators' acts", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "each has a name after words, and ends with the reason: no name can say that another one follows", order,
            each: Form.allCases),
        TestCase("two acts never have the same words", distinct, each: wordings.map(\.tag)),
        TestCase("the longest names fit", longest, each: Form.allCases),
        TestCase("names that speak like the sentence stay names", hostileNames),
        TestCase("the beginning of the account's id follows its name", accountID, each: Form.allCases),
    ]

    private static let wordings: [any Wording] = [English(), German()]

    /// The forms of the sentences.
    enum Form: String, CaseIterable {
        case disableAccount, enableAccount, removeAccount, revokeDevice, unlockDevice, unlockDeviceForGood
        case issueRecovery, replaceDevice, endLogin
        case makeAdministrator, makeAuditor, makeOrganizationAdministrator, makeOrganizationAuditor
        case withdrawRights, withdrawOrganizationRights

        var effect: Administration.Effect {
            let account = AccountID("ada")
            let organization = Scope.organization(OrganizationID("example"))
            return switch self {
            case .disableAccount: .disableAccount(account)
            case .enableAccount: .enableAccount(account)
            case .removeAccount: .removeAccount(account)
            case .revokeDevice: .revokeDevice(.random())
            case .unlockDevice, .unlockDeviceForGood: .unlockDevice(.random())
            case .issueRecovery: .issueRecovery(account)
            case .replaceDevice: .replaceDevice(.random())
            case .endLogin: .endLogin(.random())
            case .makeAdministrator: .grant(account, .administrator, .manager)
            case .makeAuditor: .grant(account, .auditor, .manager)
            case .makeOrganizationAdministrator: .grant(account, .administrator, organization)
            case .makeOrganizationAuditor: .grant(account, .auditor, organization)
            case .withdrawRights: .withdrawGrant(account, .manager)
            case .withdrawOrganizationRights: .withdrawGrant(account, organization)
            }
        }
    }

    /// The acts whose sentences name an organization.
    private static let inOrganizations: [Form] = [
        .makeOrganizationAdministrator, .makeOrganizationAuditor, .withdrawOrganizationRights,
    ]

    /// The sentence of an act with all names that it can have.
    private func sentence(
        _ act: Form, device: String = "iPad", account: String = "ada",
        reason: String = "showed the identity card", check: Reason.IdentityCheck? = nil
    ) throws -> AdministrationSentence {
        let isOnDevice = [.revokeDevice, .replaceDevice, .unlockDevice, .unlockDeviceForGood].contains(act)
        return AdministrationSentence(
            Administration(act.effect, because: try #require(Reason(check, reason))),
            device: isOnDevice ? (device, "AAECAwQF") : nil, isLockedForGood: act == .unlockDeviceForGood,
            login: act == .endLogin ? (device, "2026-11-28T17:00:00Z") : nil, account: (account, "EAECAwQF"),
            organization: Self.inOrganizations.contains(act) ? device : nil)
    }

    func order(act: Form) throws {
        for wording in Self.wordings {
            let phrase = try sentence(act).phrase(in: wording.console.acts)
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
        let leads = Form.allCases.map {
            wording.console.acts.lead($0.effect, isLockedForGood: $0 == .unlockDeviceForGood)
        }
        #expect(Set(leads).count == leads.count)
        #expect(leads.allSatisfy { $0.hasSuffix(":") })
        let fixed: [AdministrationLabel] = [.deviceID, .account, .accountID, .organization, .grantID, .confirmed]
        let reasons = (Reason.IdentityCheck.allCases + [nil]).map { AdministrationLabel.reason($0) }
        let labels = (fixed + reasons).map(wording.console.acts.label)
        #expect(Set(labels).count == labels.count)
        #expect(labels.allSatisfy { $0.hasSuffix(":") })
    }

    /// The limits of the protocol, section 9: 1,024 bytes, 32 parts, and 256 bytes for each part.
    func longest(act: Form) throws {
        let name = String(repeating: "n", count: 256)
        let reason = String(repeating: "é", count: 128)
        for wording in Self.wordings {
            for check in Reason.IdentityCheck.allCases + [nil] {
                let phrase = try sentence(act, device: name, account: name, reason: reason, check: check)
                    .phrase(in: wording.console.acts)
                #expect(phrase.text.utf8.count <= 1024, "\(wording.tag), \(check?.rawValue ?? "none")")
                #expect(phrase.parts.count <= 32)
            }
        }
    }

    func hostileNames() throws {
        let phrase = try sentence(
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

    func accountID(act: Form) throws {
        for wording in Self.wordings {
            let parts = try sentence(act).phrase(in: wording.console.acts).parts
            let name = try #require(parts.firstIndex(of: .value("ada")))
            let label: AdministrationLabel = Self.inOrganizations.contains(act) ? .grantID : .accountID
            #expect(parts[name + 1] == .words(" \(wording.console.acts.label(label)) "))
            #expect(parts[name + 2] == .value("EAECAwQF"))
        }
    }
}
