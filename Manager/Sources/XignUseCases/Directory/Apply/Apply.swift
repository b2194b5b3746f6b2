import XignDomain
import XignProtocol
import XignStorage

/// A declaration as it was read from its file.
package struct ReadDeclaration: Sendable {
    let declaration: Declaration
    let unreadable: [DeclarationError]
    let line: @Sendable (_ path: String) -> Int

    /// - Parameters:
    ///   - unreadable: the parts of the file that could not be decoded.
    ///   - line: finds the line of the file for a path such as `users[0].name`.
    package init(
        _ declaration: Declaration, unreadable: [DeclarationError], line: @escaping @Sendable (_ path: String) -> Int
    ) {
        self.declaration = declaration
        self.unreadable = unreadable
        self.line = line
    }
}

/// Brings the database in line with a declaration, in one transaction. Applying it again changes nothing.
package struct Apply: Sendable {
    private let context: Context
    private let operatorName: String?
    private let progress: ReportProgress

    /// - Parameter operatorName: the name for the audit log; nil where a program applies its own declaration.
    package init(
        _ context: Context, by operatorName: String? = nil,
        reporting progress: @escaping ReportProgress = ignoreProgress
    ) {
        self.context = context
        self.operatorName = operatorName
        self.progress = progress
    }

    /// - Returns: the changes, a line each; empty where everything was as declared.
    /// - Throws: `DeclarationErrors` with all errors of the file; `StorageError`. Nothing has changed then.
    package func callAsFunction(_ file: ReadDeclaration) throws -> [String] { try report(file).changes }

    /// Applies a declaration, and reports its effect.
    /// - Throws: `DeclarationErrors` with all errors of the file; `StorageError`. Nothing has changed then.
    package func report(_ file: ReadDeclaration) throws -> ApplyReport {
        let body = transactionBody(file)
        let report = try context.database.write(body)
        if !report.changes.isEmpty {
            // This process judges by the new settings at once, on both engines.
            context.forgetSettings()
            // The first service with an algorithm needs a key of it.
            try context.keys.reload()
            try RotateIDTokenKeys(context)()
        }
        return try report.addingNameConflicts(of: context)
    }

    /// Reports the effect that a declaration would have. Nothing changes, and nobody is notified.
    ///
    /// The transaction is that of `report`, and is rolled back: the two can neither find different errors nor make
    /// different changes.
    /// - Throws: `DeclarationErrors` with all errors of the file; `StorageError`.
    package func rehearse(_ file: ReadDeclaration) throws -> ApplyReport {
        let body = transactionBody(file)
        let report: ApplyReport
        do {
            report = try context.database.write { transaction -> ApplyReport in
                throw Rehearsed(report: try body(transaction))
            }
        } catch let rehearsed as Rehearsed { report = rehearsed.report }
        return try report.addingNameConflicts(of: context)
    }

    /// The error that rolls a rehearsal back.
    private struct Rehearsed: Error { let report: ApplyReport }

    private func transactionBody(
        _ file: ReadDeclaration
    ) -> @Sendable (any Transaction) throws -> ApplyReport {
        let now = context.clock.now()
        let ownNames = BuiltInParties.names(idmIdentifier: context.issuer.idmIdentifier)
        return { [operatorName, progress, issuer = context.issuer] transaction in
            var run = try ApplyRun(file, transaction, at: now, reporting: progress)
            run.operatorName = operatorName
            run.ownNames = ownNames
            try run.apply(file.declaration)
            guard run.errors.isEmpty else { throw DeclarationErrors(run.errors) }
            return ApplyReport(changes: run.changes, warnings: try transaction.directoryAdvice(at: issuer))
        }
    }
}

/// One application of a declaration, within its transaction.
///
/// The whole file is checked. After the first error nothing is written, since nothing will take effect; the rest is
/// then judged by the file and by the former content of the database.
struct ApplyRun {
    let transaction: any Transaction
    let now: Timestamp
    var operatorName: String?
    /// The names of the manager's own parties.
    var ownNames: [String] = []
    private let line: @Sendable (_ path: String) -> Int
    private let unreadablePaths: [String]
    private(set) var errors: [DeclarationError]
    private(set) var changes: [String] = []
    /// The roles of the services in the file, by the services' names.
    private(set) var declaredRoles: [String: [String]] = [:]
    private(set) var declaredOrganizations: Set<String> = []
    /// The account names of the users in the file, by the users' names.
    private(set) var declaredAccountNames: [String: [String: String]] = [:]
    /// The groups of the organizations in the file, by the organizations' names.
    private(set) var declaredGroups: [String: GroupNames] = [:]
    private let progress: ReportProgress
    /// The number of organizations, services and users, and of those that were applied.
    private let total: Int
    private var done = 0
    /// The policy that the file results in.
    var policy: Policy
    /// True if somebody could administer the manager before.
    let hadAdministrator: Bool

    init(
        _ file: ReadDeclaration, _ transaction: any Transaction, at now: Timestamp,
        reporting progress: @escaping ReportProgress
    ) throws {
        self.progress = progress
        total = file.declaration.objectCount
        self.transaction = transaction
        self.now = now
        line = file.line
        unreadablePaths = file.unreadable.map(\.path)
        errors = file.unreadable
        policy = try transaction.settings.policy()
        // The file may disable accounts and withdraw grants.
        try transaction.lockAdministrators()
        hadAdministrator = try !transaction.administratorGrants.usableAdministrators().isEmpty
    }

    /// True until the first error: changes are written.
    var isSound: Bool { errors.isEmpty }

    /// True if all names of the file were read. Otherwise an unknown name is no error, since an unreadable part may
    /// declare it.
    var isComplete: Bool {
        unreadablePaths.allSatisfy { path in
            guard let match = path.firstMatch(of: /^organizations\[\d+\]\.services\[\d+\]\.([A-Za-z]+)/) else {
                return false
            }
            return match.1 != "name" && ServiceDeclaration.names.contains(String(match.1))
        }
    }

    mutating func apply(_ declaration: Declaration) throws {
        note(declaration)
        if let settings = declaration.settings { try apply(settings) }
        for (index, organization) in (declaration.organizations ?? []).enumerated() {
            let path = "organizations[\(index)]"
            try apply(organization, path)
            advance()
        }
        try expectThatRolesCanBeMet()
        try expectAttributesOfServices()
        for (index, user) in (declaration.users ?? []).enumerated() {
            let path = "users[\(index)]"
            if isReadable(path) { try apply(user, path) }
            advance()
        }
        try expectAnAdministrator("users")
        if let administrators = declaration.administrators, isReadable("administrators") {
            try apply(administrators.map(\.value))
            try expectAnAdministrator("administrators")
        }
    }

    /// Reports that one more object was applied.
    mutating func advance() {
        done += 1
        progress(WorkProgress(.applying, done: Int64(done), of: Int64(total)))
    }

    /// Collects the names that the file declares. Each must be unique: a second declaration would undo the first one.
    private mutating func note(_ declaration: Declaration) {
        let organizations = declaration.organizations ?? []
        let services = organizations.enumerated().flatMap { index, organization in
            (organization.services ?? []).enumerated().map { ($1, "organizations[\(index)].services[\($0)]") }
        }
        declaredOrganizations = Set(organizations.map { $0.declared.name })
        for organization in organizations { declaredGroups[organization.declared.name] = organization.declared.groups }
        for user in declaration.users ?? [] {
            declaredAccountNames[CanonicalText.canonical(user.name)] = user.accountNames
        }
        for (service, _) in services {
            declaredRoles[service.declared.name] = service.roles.map(\.name)
        }
        refuseDuplicates(
            organizations.enumerated().map { ($1.declared.name, "organizations[\($0)]") })
        refuseDuplicates(services.map { ($0.declared.name, $1) })
        refuseDuplicates(
            (declaration.users ?? []).enumerated().map { (CanonicalText.canonical($1.name), "users[\($0)]") })
    }

    private mutating func refuseDuplicates(_ names: [(name: String, path: String)]) {
        var first: [String: String] = [:]
        for (name, path) in names where isReadable(path) {
            if let earlier = first[name] {
                refuse("\(path).name", "\"\(name)\" is declared in line \(line("\(earlier).name")) already")
            } else {
                first[name] = path
            }
        }
    }

    private func isReadable(_ path: String) -> Bool {
        !unreadablePaths.contains { $0 == path || $0.hasPrefix("\(path).") || $0.hasPrefix("\(path)[") }
    }

    /// True if the attributes of the settings were read. Otherwise an unknown name is no error, since an unreadable
    /// part may declare it.
    var hasReadAttributes: Bool { !isUnread("settings.attributes") }

    /// True for a path within a part that could not be read, or around one.
    private func isUnread(_ path: String) -> Bool {
        unreadablePaths.contains { unread in
            [(unread, path), (path, unread)].contains { $1 == $0 || $1.hasPrefix("\($0).") || $1.hasPrefix("\($0)[") }
        }
    }

    // MARK: Errors and changes

    /// Notes an error, unless the reader has noted one there. The rest of the file is still checked.
    mutating func refuse(_ path: String, _ reason: String) {
        guard !isUnread(path) else { return }
        errors.append(DeclarationError(line: line(path), path: path, reason: reason))
    }

    mutating func expect(_ condition: Bool, _ path: String, _ expected: String) {
        if !condition { refuse(path, "must be \(expected)") }
    }

    /// Notes the flaws of a description.
    mutating func refuse(_ flaws: [Flaw], of path: String) {
        for flaw in flaws.map({ $0.below(path) }) { refuse(flaw.path, flaw.reason) }
    }

    /// Refuses the names of the manager's own parties, at which people change their PIN or delete their account.
    mutating func expectOtherThanOwn(_ name: String, _ path: String) {
        expect(
            !ownNames.contains { UserName.key(of: $0) == UserName.key(of: name) }, path,
            "another name: this one is the manager's own")
    }

    /// Reports a change for the operator.
    mutating func report(_ change: String) { changes.append(change) }

    /// Records a change for the operator and in the audit log.
    /// - Parameter audited: the change without the user's name, which must not outlive the user; nil where the change
    ///   is of no user.
    mutating func record(
        _ change: String, _ kind: AuditEvent.Kind = .configurationApplied, audited: String? = nil,
        account: Account? = nil, service: Service? = nil
    ) throws {
        report(change)
        try transaction.audit.append(
            AuditEvent(
                kind, at: now, accountID: account?.id, serviceID: service?.id, actor: operatorName.map { .machine($0) },
                detail: AuditedChange.shortened(audited ?? change)))
    }

    /// An act on an account by the operator who applies the file.
    var act: Performer {
        Performer(actor: .machine(operatorName ?? Self.program), now: now, transaction: transaction)
    }

    /// The actor where a program applies its own declaration.
    private static let program = "xignin-manager"
}

extension Declaration {
    /// The number of organizations, services and users.
    fileprivate var objectCount: Int {
        let organizations = organizations ?? []
        return organizations.count + organizations.reduce(0) { $0 + ($1.services?.count ?? 0) } + (users?.count ?? 0)
    }
}
