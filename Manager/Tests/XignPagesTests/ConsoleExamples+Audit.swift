import XignDomain

@testable import XignPages
@testable import XignWording

/// Models of the audit log.
extension ConsoleExamples {
    var ticket: String { text("dGlja2V0") }

    private func event(
        _ kind: AuditEvent.Kind, at moment: Moment = AccountExamples.noon, actor: AuditEventModel.Actor = .person,
        account: String? = "ada", device: String? = "Pixel 8",
        service: AuditEventModel.Place = .named("Example Shop"),
        organization: AuditEventModel.Organization? = nil, hasEvidence: Bool = false, detail: String? = nil
    ) -> AuditEventModel {
        let (actor, service) = (outside(actor), outside(service))
        return AuditEventModel(
            id: text("c2VhbGVk"), at: moment, kind: kind, actor: actor, account: account.map(person),
            device: device.map { .init(name: text($0), id: text("AAECAwQF")) }, service: service,
            organization: organization, network: hasEvidence ? text("203.0.113.0/24") : nil,
            detail: detail, hasEvidence: hasEvidence)
    }

    private func person(_ name: String) -> AuditEventModel.Person {
        .account(.init(name: text(name), id: text("b3JkaW5hcnk"), shortID: text("b3JkaW5h")))
    }

    private func outside(_ actor: AuditEventModel.Actor) -> AuditEventModel.Actor {
        switch actor {
        case .machine(let name?): .machine(text(name))
        case .administrator, .machine: actor
        case .person, .manager, .website: actor
        }
    }

    private func outside(_ service: AuditEventModel.Place) -> AuditEventModel.Place {
        switch service {
        case .named(let name): .named(name.map(text))
        case .accountPages, .console: service
        }
    }

    /// Events that the list shows in different ways.
    private var events: [AuditEventModel] {
        [
            event(
                .deviceUnlocked, actor: .administrator(person("grace")), device: "iPad", hasEvidence: true,
                detail: "inPerson: \(text("Passport of ada"))"),
            event(.loginConfirmed, hasEvidence: true, detail: "with device + pin"),
            event(.sessionBegun, service: .console), event(.sessionEnded, service: .accountPages),
            event(.configurationApplied, actor: .machine("root"), account: nil, device: nil, service: .named(nil)),
            event(
                .accountRemoved, at: AccountExamples.yesterday, actor: .administrator(nil), account: nil, device: nil),
            event(.activationIssued, at: AccountExamples.yesterday, device: "AAECAwQF"),
            event(.codeRefused, at: AccountExamples.yesterday, actor: .website, service: .named(nil)),
            event(.auditShortened, at: AccountExamples.yesterday, actor: .manager, account: nil),
            grant(),
        ]
    }

    private func grant(in organization: String? = "Example Inc.") -> AuditEventModel {
        let id = text("6f1c2ab0")
        return event(
            .grantGiven, at: AccountExamples.yesterday, actor: .machine("root"), device: nil, service: .named(nil),
            organization: .init(name: organization.map(text), id: id),
            detail: "auditor, organization \(id): \(text("Takes over from lin"))")
    }

    private func log(
        _ events: [AuditEventModel], faults: [AuditPage.Fault] = [], topic: AuditTopic? = nil,
        newer: String? = nil, older: String? = nil, isCutShort: Bool = false, isFull: Bool = true
    ) -> HTML {
        AuditPage.page(
            AuditPage.Model(
                filter: AuditPage.Filter(
                    from: text("2026-09-01"), to: text("2026-09-21"), topic: topic, whom: text("ada")),
                faults: faults, events: events, newer: newer, older: older, isCutShort: isCutShort,
                exportTicket: isFull ? ticket : nil),
            frame("/console/audit"), in: wording)
    }

    private func evidence(
        _ signature: SignatureVerification = .valid, sentence: Phrase? = nil, isErased: Bool = false
    ) -> AuditEventPage.Evidence {
        AuditEventPage.Evidence(
            sentence: sentence, language: "en", account: person("grace"),
            device: .init(.init(name: text("Pixel 8"), id: text("AAECAwQF")), hash: text("6f1c2ab09d3e47f1")),
            at: AccountExamples.noon, signature: signature, statement: isErased ? .erased : .saved(Array("{}".utf8)))
    }

    // MARK: For operators of an organization

    /// The people of an organization's log: one whom the service knows, a member, somebody else, an administrator.
    private var people: [AuditEventModel.Person] {
        [
            .subject(text("S2b7cQ-subject")), .member(text("EAECAwQFBgcICQoLDA0ODw")), .noMember,
            .administrator(text("lin")),
        ]
    }

    private func organizationEvent(
        _ kind: AuditEvent.Kind, _ person: AuditEventModel.Person?, by actor: AuditEventModel.Actor = .person
    ) -> AuditEventModel {
        AuditEventModel(
            id: text("c2VhbGVk"), at: AccountExamples.noon, kind: kind, actor: actor, account: person, device: nil,
            service: .named(text("Example Shop")), organization: nil, network: nil, detail: nil, hasEvidence: true)
    }

    private var organizationEvents: [AuditEventModel] {
        people.map { organizationEvent(.loginConfirmed, $0) }
            + people.map { organizationEvent(.grantGiven, $0, by: .administrator($0)) }
            + [organizationEvent(.grantGiven, nil, by: .machine(nil))]
    }

    private var organizationLog: HTML {
        AuditPage.page(
            AuditPage.Model(
                filter: AuditPage.Filter(
                    from: text("2026-09-01"), to: text("2026-09-21"), topic: nil, whom: text("lin")),
                isOfOrganization: true, events: organizationEvents, exportTicket: ticket),
            frame("/console/audit"), in: wording)
    }

    private func organizationEvidence(_ statement: AuditEventPage.Evidence.Statement) -> AuditEventPage.Evidence {
        AuditEventPage.Evidence(
            sentence: sentence, language: "en", account: people[3], device: nil, at: AccountExamples.noon,
            signature: .valid, statement: statement)
    }

    private func one(
        _ event: AuditEventModel, _ evidence: AuditEventPage.Evidence?, _ second: AuditEventPage.Evidence? = nil,
        login: AuditEventPage.Login? = nil
    ) -> HTML {
        AuditEventPage.page(
            AuditEventPage.Model(
                event: event, process: evidence == nil ? nil : text("AAECAwQFBgcICQoLDA0ODw"), evidence: evidence,
                second: second, login: login),
            frame("/console/audit"), in: wording)
    }

    private var sentence: Phrase { "Unlock a device: \(text("iPad")) Account: \(text("ada"))" }

    var auditPages: [(name: String, page: HTML)] {
        let address = text("/console/audit?from=2026-09-01")
        let unlocked = events[0]
        return [
            ("AuditPage", log(events, older: address)),
            ("AuditPage-empty", log([], newer: address)),
            ("AuditPage-cut-short", log([], older: address, isCutShort: true)),
            (
                "AuditPage-errors",
                log([], faults: [.init("from", .day), .init("whom", .unknown)], topic: .logins, isFull: false)
            ),
            ("AuditEventPage", one(events[4], nil)),
            ("AuditEventPage-grant", one(grant(), nil)),
            ("AuditEventPage-login", one(events[1], nil, login: .open)),
            ("AuditEventPage-evidence", one(unlocked, evidence(sentence: sentence), evidence(.keyUnknown))),
            ("AuditEventPage-erased", one(events[1], evidence(isErased: true))),
            ("AuditPage-organization", organizationLog),
            ("AuditEventPage-organization", one(organizationEvents[0], organizationEvidence(.ofManager))),
        ]
    }

    var auditVariants: [(name: String, page: HTML)] {
        AuditEvent.Kind.allCases.map { ("AuditPage-\($0.rawValue)", log([event($0)])) }
            + ([nil] + AuditTopic.allCases).map { topic in
                ("AuditPage-\(topic?.rawValue ?? "all")", log([], topic: topic))
            }
            + AuditFilterFlaw.allCases.map { ("AuditPage-flaw-\($0)", log([], faults: [.init("to", $0)])) }
            + [
                ("AuditEventPage-grant-removed", one(grant(in: nil), nil)),
                ("AuditEventPage-login-ended", one(events[1], nil, login: .ended)),
            ]
            + SignatureVerification.allCases.map { ("AuditEventPage-\($0)", one(events[1], evidence($0))) }
            + organizationEvents.enumerated().map { number, event in
                ("AuditEventPage-organization-\(number)", one(event, organizationEvidence(.erased)))
            }
    }
}
