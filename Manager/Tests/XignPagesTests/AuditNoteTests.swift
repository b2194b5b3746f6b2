import Testing
import XignDomain
import XignProtocol

@testable import XignPages
@testable import XignWording

struct AuditNoteTests {
    @Test("Details of audit events in sentences", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("what a detail says is said in both languages", sentences),
        TestCase("a right at an organization is said with the name of the event's organization", organization),
        TestCase("a detail that is not read is said in no language", unknown),
        TestCase("each name of an act, a refusal, a factor and a finding is read", names),
        TestCase("no sentence has a name of code", codeNames),
        TestCase(
            "an administrator's reason is no fact of the manager's", reason,
            each: ["inPerson: passport seen", "calledBack: x", "other: x", "by activation a: The person called"]),
    ]

    /// - Parameter organization: the name of the event's organization; nil for one of the manager.
    private func words(
        _ kind: AuditEvent.Kind, _ detail: String, at organization: String? = nil, in wording: any Wording
    ) -> [String] {
        AuditNote.notes(of: kind, detail: detail).map { note in
            wording.console.auditNotes.words(
                note, attributes: note.changedData.map { wording.account.data.name($0) }, organization: organization
            ).text
        }
    }

    private static let details: [(AuditEvent.Kind, String, english: [String], german: [String])] = [
        (
            .loginConfirmed, "with device + pin", ["Confirmed with the device and PIN"],
            ["Bestätigt mit Gerät und PIN"]
        ),
        (
            .loginConfirmed, "with device + pin, transaction unlockDevice",
            ["Confirmed with the device and PIN", "Unlock a device"],
            ["Bestätigt mit Gerät und PIN", "Ein Gerät entsperren"]
        ),
        (
            .loginRefused, "wrong pin, failure 3 in a row, locked for 600 s",
            ["Wrong PIN, 3 in a row", "Locked for 10 minutes"],
            ["Falsch: PIN, 3-mal in Folge", "Gesperrt für 10 Minuten"]
        ),
        (
            .loginRefused, "wrong pin, failure 1 in a row, locked ", ["Wrong PIN, 1 in a row"],
            ["Falsch: PIN, 1-mal in Folge"]
        ),
        (.loginRefused, "wrong pin", ["Wrong PIN"], ["Falsch: PIN"]),
        (
            .activationLocked, "wrong biometric, failure 10 in a row, locked for good",
            ["Wrong biometrics, 10 in a row", "Locked for good"],
            ["Falsch: Biometrie, 10-mal in Folge", "Dauerhaft gesperrt"]
        ),
        (
            .loginRefused, "not a member, or without a role", ["The person is no member, or has no role"],
            ["Die Person ist kein Mitglied oder hat keine Rolle"]
        ),
        (
            .utilityRefused, "newActivation: coolDown",
            ["Connect another device", "The device that confirmed is too new for this"],
            ["Ein weiteres Gerät verbinden", "Das Gerät, das bestätigt hat, ist dafür noch zu neu"]
        ),
        (
            .utilityRefused, "changePin: security check: rooted, outdatedSystem",
            ["Change the PIN", "The device is rooted or jailbroken, The system of the device is too old"],
            [
                "Die PIN ändern",
                "Der Schutz des Geräts ist aufgehoben (Root oder Jailbreak), Das System des Geräts ist zu alt",
            ]
        ),
        (
            .actRequested, "issueRecovery: inPerson: Lost both devices",
            ["Hand out a new activation", "In person, with a document", "Reason: Lost both devices"],
            ["Eine neue Aktivierung ausgeben", "Persönlich, mit einem Ausweis", "Grund: Lost both devices"]
        ),
        (
            .actRequested, "removeAccount: other: he asked", ["Remove an account", "Reason: other: he asked"],
            ["Ein Konto entfernen", "Grund: other: he asked"]
        ),
        (
            .deviceUnlocked, "calledBack: Known number",
            ["By calling a number that was known before", "Reason: Known number"],
            ["Durch Rückruf unter einer bekannten Nummer", "Grund: Known number"]
        ),
        (
            .activationRevoked, "by activation AAECAw", ["Confirmed with another device"],
            ["Mit einem anderen Gerät bestätigt"]
        ),
        (
            .grantGiven, "auditor, manager: Takes over", ["Auditor of this manager", "Reason: Takes over"],
            ["Prüfer dieses Managers", "Grund: Takes over"]
        ),
        (
            .grantWithdrawn, "administrator, manager", ["Administrator of this manager"],
            ["Administrator dieses Managers"]
        ),
        (.accountRemoved, "user id AAECAw: Left the team", ["Reason: Left the team"], ["Grund: Left the team"]),
        (
            .auditExported, "2026-09-01 to 2026-09-21", ["From 2026-09-01 to 2026-09-21"],
            ["Vom 2026-09-01 bis zum 2026-09-21"]
        ),
        (
            .configurationApplied, "gave the role customer at shop", ["A person got the role customer at shop"],
            ["Eine Person erhielt die Rolle customer bei shop"]
        ),
        (
            .configurationApplied, "changed service shop: isActive: true to false", ["The service shop"],
            ["Der Dienst shop"]
        ),
        (.groupsChanged, "given ops, staff", ["New in groups: ops, staff"], ["Neu in Gruppen: ops, staff"]),
        (.groupsChanged, "taken ops", ["No longer in groups: ops"], ["Nicht mehr in Gruppen: ops"]),
        (
            .accountNameChanged, "given", ["The account has a name there now"],
            ["Das Konto hat dort jetzt einen Namen"]
        ),
        (
            .accountNameChanged, "taken", ["The account has no name there now"],
            ["Das Konto hat dort jetzt keinen Namen"]
        ),
        (.accountCreated, "added", [], []),
    ]

    func reason(_ text: String) {
        for kind: AuditEvent.Kind in [.accountDisabled, .accountEnabled, .activationRevoked] {
            #expect(AuditNote.notes(of: kind, detail: text, isReason: true) == [.reason(text)], "\(kind)")
        }
    }

    func sentences() {
        for (kind, detail, english, german) in Self.details {
            #expect(words(kind, detail, in: English()) == english, "\(kind), \(detail)")
            #expect(words(kind, detail, in: German()) == german, "\(kind), \(detail)")
        }
    }

    func organization() {
        let detail = "auditor, organization 6f1c: Takes over"
        #expect(
            words(.grantGiven, detail, at: "Example Inc.", in: English())
                == ["Auditor of Example Inc.", "Reason: Takes over"])
        #expect(
            words(.grantGiven, detail, at: "Example Inc.", in: German())
                == ["Prüfer von Example Inc.", "Grund: Takes over"])
    }

    func unknown() {
        for kind in AuditEvent.Kind.allCases {
            let notes = AuditNote.notes(of: kind, detail: "future: word")
            let isReason = notes == [.reason("future: word")]
            #expect(notes.isEmpty || isReason, "\(kind): \(notes)")
        }
    }

    func names() {
        for act in ActName.allCases {
            #expect(AuditNote.notes(of: .actApproved, detail: act.rawValue) == [.act(act)])
        }
        for act in OtherAct.allCases {
            #expect(AuditNote.notes(of: .utilityRefused, detail: act.rawValue) == [.otherAct(act)])
        }
        for refusal in [
            ActRefusal.coolDown(seconds: 1), .limit, .lastDevice, .notThere, .alreadyLocked, .exports, .malformedAlias,
            .changed, .locked, .deviceEnded, .sessionOver, .otherSession, .notPermitted, .protectedAccount, .ownAccount,
            .samePerson, .secondAdministrator, .lastAdministrator, .alreadyDone, .notLocked, .lockedForGood,
            .deviceInUse, .accountDisabled, .noIdentityCheck,
        ] {
            #expect(AuditCause(rawValue: refusal.name) != nil, "\(refusal)")
        }
        for finding in SecurityFinding.allCases {
            let notes = AuditNote.notes(of: .activationRefused, detail: "security check: \(finding.rawValue)")
            #expect(notes == [.insecure([finding])])
        }
        for factor in FactorType.allCases {
            #expect(
                AuditNote.notes(of: .loginConfirmed, detail: "with \(factor.rawValue)") == [.confirmed(with: [factor])])
        }
    }

    func codeNames() {
        for wording in Wordings.all {
            let (acts, notes) = (wording.console.acts, wording.console.auditNotes)
            let names = ActName.allCases.map(acts.title) + OtherAct.allCases.map(notes.act)
            for text in names + AuditCause.allCases.map(notes.cause) {
                #expect(text.firstMatch(of: #/[a-z][A-Z]/#) == nil, "\(text)")
            }
        }
    }
}
