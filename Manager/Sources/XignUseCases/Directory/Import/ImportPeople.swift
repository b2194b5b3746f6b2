import XignDomain
import XignStorage

/// Adds the people of a table to an organization, in one transaction, without activations.
///
/// Known people are reported, and never changed: neither their data nor their memberships and roles.
package struct ImportPeople: Sendable {
    /// The effect on one line of the table. The members are named as in JSON.
    package struct Line: Sendable, Equatable, Encodable {
        package enum State: String, Sendable, Encodable { case added, known }

        package let line: Int
        package let user: String
        package let state: State
    }

    private let context: Context
    private let operatorName: String
    private let progress: ReportProgress

    package init(
        _ context: Context, by operatorName: String, reporting progress: @escaping ReportProgress = ignoreProgress
    ) {
        (self.context, self.operatorName, self.progress) = (context, operatorName, progress)
    }

    /// - Parameters:
    ///   - bytes: the table, as `DelimitedText` reads it.
    ///   - organization: the name of the organization whose members the people become.
    ///   - isRehearsal: true if nothing is to change.
    /// - Throws: `DeclarationErrors` with the errors of all lines; `ManagerError` with the code
    ///   `unknownOrganization`; `StorageError`. Nothing has changed then.
    package func callAsFunction(
        _ bytes: [UInt8], to organization: String, isRehearsal: Bool = false
    ) throws -> [Line] {
        let now = context.clock.now()
        let text = try DelimitedText(bytes)
        let ownNames = BuiltInParties.names(idmIdentifier: context.issuer.idmIdentifier)
        let body: @Sendable (any Transaction) throws -> [Line] = { [operatorName, progress] transaction in
            guard try transaction.organizations.find(name: organization) != nil else {
                throw ManagerError(.unknownOrganization, "There is no organization \(organization)")
            }
            let table = try PeopleTable(
                text, organization: organization, declared: try transaction.settings.policy().attributes)
            let users = UserNames(transaction: transaction)
            var lines: [Line] = []
            var new: [PeopleTable.Person] = []
            for person in table.people {
                let known = try users.account(named: person.user.name)
                lines.append(
                    Line(
                        line: person.line, user: known?.name ?? person.user.name, state: known == nil ? .added : .known)
                )
                if known == nil { new.append(person) }
            }
            let declaration = Declaration(users: new.map(\.user))
            let places = new.map(\.line)
            let file = ReadDeclaration(declaration, unreadable: []) { Self.line(of: $0, places) }
            var run = try ApplyRun(file, transaction, at: now, reporting: progress)
            run.operatorName = operatorName
            run.ownNames = ownNames
            try run.apply(declaration)
            guard run.errors.isEmpty else {
                throw DeclarationErrors(
                    run.errors.map {
                        DeclarationError(line: $0.line, path: Self.column(of: $0.path), reason: $0.reason)
                    })
            }
            for person in new {
                guard let language = person.language, let account = try users.account(named: person.user.name) else {
                    continue
                }
                try transaction.accounts.setLanguage(language, account: account.id)
            }
            if isRehearsal { throw Rehearsed(lines: lines) }
            return lines
        }
        do { return try context.database.write(body) } catch let rehearsed as Rehearsed { return rehearsed.lines }
    }

    /// The error that rolls a rehearsal back.
    private struct Rehearsed: Error { let lines: [Line] }

    /// The column of a path such as `users[3].attributes.email`; empty for a path of the whole file.
    private static func column(of path: String) -> String {
        path.firstMatch(of: /^users\[\d+\]\.(?:attributes\.)?(accountNames\..+|\w+)/).map { String($0.1) } ?? ""
    }

    /// The line of a path such as `users[3].name`.
    private static func line(of path: String, _ places: [Int]) -> Int {
        guard let index = path.firstMatch(of: /^users\[(\d+)\]/).flatMap({ Int($0.1) }), places.indices.contains(index)
        else { return 1 }
        return places[index]
    }
}
