import XignDomain
import XignProtocol

/// A part of an event's detail, read for a sentence in the reader's language.
///
/// The log keeps a detail as a text in English with names of code: its chain covers these bytes, exports have them, and
/// a restore reads them. So the text stays, and pages show what is read from it. A text that is not read, such as one
/// of another version, is on the page of the event alone.
package enum AuditNote: Sendable, Equatable {
    case confirmed(with: [FactorType])
    /// - Parameter inARow: nil for operators of an organization.
    case wrong([FactorType], inARow: Int?)
    case lockedFor(seconds: Int)
    case lockedForGood
    case insecure([SecurityFinding])
    case act(ActName)
    case otherAct(OtherAct)
    case cause(AuditCause)
    case identity(Reason.IdentityCheck)
    case reason(String)
    case right(AdministratorGrant.Role)
    /// A confirmation with another device than the one concerned.
    case otherDevice
    case attributes([AttributeName])
    case days(first: String, last: String)
    case eventsBefore(day: String)
    case evidence(process: String)
    case memberOf(String)
    case noMemberOf(String)
    case groups(AuditedGroups)
    case accountName(AuditedAccountName)
    case role(String, service: String)
    case noRole(String, service: String)
    case changed(AuditedDeclaration)
    case added(AuditedDeclaration)
}

/// An object of declarations, with its name.
package enum AuditedDeclaration: Sendable, Equatable {
    case settings, theOperator
    case organization(String)
    case service(String)
}

/// The names of acts in details that are not in the catalogue of administrators' acts (`ActName`): the second
/// confirmation of one, the acts of persons at their pages, and those of devices.
package enum OtherAct: String, Sendable, CaseIterable {
    case approve
    case connectDevice
    case removeDevice
    case lockDevice
    case exportData
    case deleteAccount
    case removeAddress
    case makeRecoveryCode
    case removeRecoveryCode
    case acceptJoin
    case login, inAppLogin, transaction, merge, addFactor, changePin, newActivation, delete, revoke
}

/// The causes in details. The raw values are what the log keeps.
package enum AuditCause: String, Sendable, CaseIterable {
    // Acts
    case coolDown, limit, lastDevice, notThere, alreadyLocked, exports, malformedAlias, changed, locked, deviceEnded
    case sessionOver, otherSession, notPermitted, protectedAccount, ownAccount, samePerson, secondAdministrator
    case lastAdministrator, alreadyDone, notLocked, lockedForGood, deviceInUse, accountDisabled, noIdentityCheck
    case notAllowed, factorRefused, policyChanged, grantMismatch
    // Codes and tokens
    case expired, otherClient, otherRedirectURI, wrongVerifier, otherKey, lockedOut, notActive, roleWithdrawn
    case roleChanged
    // Recoveries
    case made, removed, ended, device, use, link, `operator`, time
    case noAddress, administrator, tooManyBegins, used, wrongPINs
    // Sentences
    case otherAccount = "another account was demanded"
    case unmetRequirements = "no role takes the device with the authentication that the website demanded"
    case noRole = "not a member, or without a role"
    case changedSinceStatement = "rights or requirements changed since the statement was made"
    case withdrawnSinceConfirmation = "rights withdrawn since the confirmation"
    case noDigits = "no digits were sent"
    case otherDigits = "other digits than those of the page"
    case wrongSecret = "wrong or missing secret"
    case wrongAssertion = "wrong or missing assertion"
    case switchedOff = "the service is switched off"
    case formerSecretEnded = "ended the former one"
    case noChainEnd = "the former chain has no end"
}

extension AuditNote {
    /// The names of changed data; none for any other note.
    package var changedData: [AttributeName] { if case .attributes(let names) = self { names } else { [] } }

    /// Reads the detail of an event.
    /// - Parameter isReason: true for an act of an administrator or at the machine, whose reason is free text: no word
    ///   of it is read but an identity check where the act asks for one.
    /// - Returns: no notes for a detail that says no more than the event, or that is not read.
    package static func notes(of kind: AuditEvent.Kind, detail: String, isReason: Bool = false) -> [AuditNote] {
        switch kind {
        case .loginConfirmed: confirmation(detail)
        case .loginRefused, .activationLocked:
            detail.hasPrefix(AuditEvent.wrongFactor) ? failure(detail) : causes(detail)
        case .activationRefused, .clientRefused, .codeRefused, .refreshRefused, .pairingFailed, .auditChainReplaced,
            .serviceSecretChanged:
            causes(detail)
        case .recoveryCodeChanged, .recoveryStopped, .recoveryRefused: causes(parts(detail).first)
        case .utilityRefused, .actRefused: refusal(detail)
        case .actApproved, .actWithdrawn, .actExpired: acts(named: detail)
        case .actRequested: request(detail)
        case .attributesChanged: names(detail)
        case .groupsChanged: AuditedGroups(detail: detail).map { [.groups($0)] } ?? []
        case .accountNameChanged: AuditedAccountName(rawValue: detail).map { [.accountName($0)] } ?? []
        case .auditExported: export(detail)
        case .auditShortened: tail(of: detail, after: "events before ").map { [.eventsBefore(day: $0)] } ?? []
        case .configurationApplied: declaration(detail)
        case .accountRemoved:
            performed(cut(detail, after: AuditEvent.userIDPrefix).map { $0.rest } ?? detail, kind, isReason)
        case .loginEnded: performed(cut(detail, after: "login ").map { $0.rest } ?? detail, kind, isReason)
        case .grantGiven, .grantWithdrawn: right(detail, kind, isReason)
        case .deviceUnlocked, .recoveryIssued, .accountEnabled, .accountDisabled, .activationRevoked,
            .activationIssued, .deviceLocked, .accountExported, .activationPersonalized:
            performed(detail, kind, isReason)
        default: []
        }
    }

    // MARK: Logins

    private static func confirmation(_ detail: String) -> [AuditNote] {
        let factors = AuditEvent.confirmedFactors(detail).sorted()
        guard !factors.isEmpty else { return [] }
        let rest = tail(of: detail, after: ", ", anywhere: true) ?? ""
        let name = tail(of: rest, after: "transaction ") ?? rest
        return [.confirmed(with: factors)] + acts(named: name)
    }

    private static func failure(_ detail: String) -> [AuditNote] {
        let factors = AuditEvent.wrongFactors(detail).sorted()
        let notes: [AuditNote] =
            factors.isEmpty ? [] : [.wrong(factors, inARow: AuditEvent.failuresInARow(detail))]
        if detail.hasSuffix(", locked for good") { return notes + [.lockedForGood] }
        guard let lock = tail(of: detail, after: ", locked for ", anywhere: true), lock.hasSuffix(" s"),
            let seconds = Int(lock.dropLast(2))
        else { return notes }
        return notes + [.lockedFor(seconds: seconds)]
    }

    private static func causes(_ detail: String) -> [AuditNote] {
        if let cause = AuditCause(rawValue: detail) { return [.cause(cause)] }
        guard let names = tail(of: detail, after: "security check: ") else { return [] }
        let findings = names.split(separator: ", ").compactMap { SecurityFinding(rawValue: String($0)) }
        return findings.isEmpty ? [] : [.insecure(findings)]
    }

    // MARK: Acts

    private static func acts(named name: String) -> [AuditNote] {
        if let act = ActName(rawValue: name) { return [.act(act)] }
        return OtherAct(rawValue: name).map { [.otherAct($0)] } ?? []
    }

    private static func refusal(_ detail: String) -> [AuditNote] {
        let (name, rest) = parts(detail)
        return acts(named: name) + causes(rest)
    }

    private static func request(_ detail: String) -> [AuditNote] {
        let (name, text) = parts(detail)
        guard let act = ActName(rawValue: name) else { return [] }
        return [.act(act)] + reason(text, hasIdentityCheck: act.definition.needsIdentityCheck)
    }

    private static func right(_ detail: String, _ kind: AuditEvent.Kind, _ isReason: Bool) -> [AuditNote] {
        for role in AdministratorGrant.Role.allCases {
            guard let rest = tail(of: detail, after: "\(role.rawValue), ") else { continue }
            return [.right(role)] + performed(parts(rest).rest, kind, isReason)
        }
        return performed(detail, kind, isReason)
    }

    /// Reads an act that has been done: the device that confirmed it, and the reason.
    private static func performed(_ detail: String, _ kind: AuditEvent.Kind, _ isReason: Bool) -> [AuditNote] {
        if !isReason, let byDevice = cut(detail, after: "by activation ") {
            return [.otherDevice] + reason(byDevice.rest, hasIdentityCheck: false)
        }
        return reason(detail, hasIdentityCheck: kind == .deviceUnlocked || kind == .recoveryIssued)
    }

    /// - Parameter hasIdentityCheck: false where the first word could be the administrator's own.
    private static func reason(_ text: String, hasIdentityCheck: Bool) -> [AuditNote] {
        guard !text.isEmpty else { return [] }
        for check in Reason.IdentityCheck.allCases where hasIdentityCheck {
            if let rest = tail(of: text, after: "\(check.rawValue): ") { return [.identity(check), .reason(rest)] }
        }
        return [.reason(text)]
    }

    // MARK: Data, exports and declarations

    private static func names(_ detail: String) -> [AuditNote] {
        let names = detail.split(separator: ", ").map { AttributeName(rawValue: String($0)) }
        let known = names.compactMap { $0 }
        return known.isEmpty || known.count < names.count ? [] : [.attributes(known)]
    }

    private static func export(_ detail: String) -> [AuditNote] {
        if let process = tail(of: detail, after: "evidence of ") { return [.evidence(process: process)] }
        guard let last = tail(of: detail, after: " to ", anywhere: true) else { return [] }
        return [.days(first: String(detail.dropLast(last.count + 4)), last: last)]
    }

    private static func declaration(_ detail: String) -> [AuditNote] {
        if detail.hasPrefix("changed the settings: ") { return [.changed(.settings)] }
        if detail.hasPrefix("changed the operator: ") { return [.changed(.theOperator)] }
        if let name = tail(of: detail, after: "added organization ") { return [.added(.organization(name))] }
        if let name = tail(of: detail, after: "added service ") { return [.added(.service(name))] }
        if let rest = tail(of: detail, after: "changed organization ") {
            return [.changed(.organization(parts(rest).first))]
        }
        if let rest = tail(of: detail, after: "changed service ") { return [.changed(.service(parts(rest).first))] }
        if let name = tail(of: detail, after: "made a member of ") { return [.memberOf(name)] }
        if let name = tail(of: detail, after: "ended the membership in ") { return [.noMemberOf(name)] }
        if let given = role(tail(of: detail, after: "gave the role ")) {
            return [.role(given.name, service: given.service)]
        }
        if let taken = role(tail(of: detail, after: "took the role ")) {
            return [.noRole(taken.name, service: taken.service)]
        }
        return []
    }

    private static func role(_ text: String?) -> (name: String, service: String)? {
        guard let text, let service = tail(of: text, after: " at ", anywhere: true) else { return nil }
        return (String(text.dropLast(service.count + 4)), service)
    }

    // MARK: Texts

    /// The text before the first colon, and the text after it.
    private static func parts(_ text: String) -> (first: String, rest: String) {
        guard let rest = tail(of: text, after: ": ", anywhere: true) else { return (text, "") }
        return (String(text.dropLast(rest.count + 2)), rest)
    }

    /// The part that begins with a word, and the text after its colon; nil where the text begins otherwise.
    private static func cut(_ text: String, after word: String) -> (first: String, rest: String)? {
        tail(of: text, after: word).map(parts)
    }

    private static func tail(of text: String, after word: String, anywhere: Bool = false) -> String? {
        guard anywhere else { return text.hasPrefix(word) ? String(text.dropFirst(word.count)) : nil }
        return text.firstRange(of: word).map { String(text[$0.upperBound...]) }
    }
}
