import Spelling
import XignDomain

/// The people in a table: a line for each, with the columns that the first line names.
package struct PeopleTable: Sendable {
    struct Person: Sendable {
        let line: Int
        let user: Declaration.User
        /// The language of pages and messages; nil: that of each browser.
        let language: Language?
    }

    package static let maximumByteCount = 4 << 20
    static let maximumCount = 10_000
    static let maximumColumnCount = 100
    private static let attributes = ["givenName", "familyName", "email", "phoneNumber"]
    /// The columns of every table. No attribute can be declared by one of these names.
    static let columns = ["name"] + attributes + ["language", "roles"]
    /// Begins the name of a column with the names of accounts at a service.
    private static let accountName = "accountNames."

    let people: [Person]

    /// - Parameters:
    ///   - organization: the organization whose members the people become.
    ///   - declared: the attributes that are columns, too.
    /// - Throws: `DeclarationErrors` with all errors of the table's form.
    init(
        _ text: DelimitedText, organization: String, declared: [DeclaredAttribute]
    ) throws(DeclarationErrors) {
        let records = text.records
        guard let header = records.first else { throw DeclarationErrors([Self.error(1, "the file is empty")]) }
        guard header.cells.count <= Self.maximumColumnCount else {
            throw DeclarationErrors([
                Self.error(
                    1, "the first line has \(header.cells.count) columns; at most \(Self.maximumColumnCount) are read")
            ])
        }
        var errors = Self.errors(in: header, declared)
        if records.count - 1 > Self.maximumCount {
            errors.append(Self.error(1, "the file has more than \(Self.maximumCount) people: divide it"))
        }
        guard errors.isEmpty else { throw DeclarationErrors(errors) }
        var people: [Person] = []
        for record in records.dropFirst() {
            if record.cells.count == header.cells.count {
                let cells = Dictionary(uniqueKeysWithValues: zip(header.cells, record.cells.map(Self.withoutGuard)))
                    .filter { !$0.value.isEmpty }
                do throws(DeclarationError) {
                    people.append(
                        Person(
                            line: record.line, user: try Self.user(cells, organization, declared, record.line),
                            language: try Self.language(cells["language"], record.line)))
                } catch { errors.append(error) }
            } else {
                let count = "\(record.cells.count) cells, and the first line \(header.cells.count)"
                errors.append(Self.error(record.line, "the line has \(count)"))
            }
        }
        guard errors.isEmpty else { throw DeclarationErrors(errors) }
        self.people = people
    }

    private static func errors(
        in header: DelimitedText.Record, _ declared: [DeclaredAttribute]
    ) -> [DeclarationError] {
        var errors: [DeclarationError] = []
        if !header.cells.contains("name") {
            errors.append(error(header.line, "the first line names the columns, and one of them is \"name\""))
        }
        let names = declared.map(\.name)
        for (index, column) in header.cells.enumerated() {
            if header.cells[..<index].contains(column) {
                errors.append(error(header.line, "the column \"\(column)\" is there twice"))
            }
            guard !columns.contains(column), !names.contains(column), service(of: column) == nil else { continue }
            errors.append(error(header.line, "there is no column \"\(column)\"\(advice(for: column, names))"))
        }
        return errors
    }

    private static func advice(for column: String, _ declared: [String]) -> String {
        let columns = columns + declared
        return Spelling.nearest(to: column, among: columns).map { ": do you mean \"\($0)\"?" }
            ?? "; there are \(columns.joined(separator: ", ")) and \(accountName)SERVICE. "
            + "`settings.attributes` declares others"
    }

    /// The name of the service of a column with account names; nil for another column.
    private static func service(of column: String) -> String? {
        guard column.hasPrefix(accountName), column.utf8.count > accountName.utf8.count else { return nil }
        return String(column.dropFirst(accountName.count))
    }

    /// - Parameter cells: those that are not empty, by column.
    private static func user(
        _ cells: [String: String], _ organization: String, _ declared: [DeclaredAttribute], _ line: Int
    ) throws(DeclarationError) -> Declaration.User {
        var roles: [String: [String]] = [:]
        for text in (cells["roles"] ?? "").split(whereSeparator: { $0.isWhitespace || $0 == "," }) {
            let parts = text.split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
                throw error(line, "must be the service and the role, like shop/buyer", in: "roles")
            }
            roles[String(parts[0]), default: []].append(String(parts[1]))
        }
        var values: [String: Declaration.AttributeText] = [:]
        for name in attributes { values[name] = cells[name].map { .text($0) } }
        for attribute in declared {
            guard let typed = cells[attribute.name] else { continue }
            guard let value = Declaration.AttributeText(cell: typed, of: attribute) else {
                throw error(line, AttributeRefusal(.declaredForm(attribute)).reason, in: attribute.name)
            }
            values[attribute.name] = value
        }
        var accountNames: [String: String] = [:]
        for (column, name) in cells {
            if let service = service(of: column) { accountNames[service] = name }
        }
        return Declaration.User(
            name: cells["name"] ?? "", active: nil, memberships: [organization], roles: roles.isEmpty ? nil : roles,
            accountNames: accountNames.isEmpty ? nil : accountNames,
            attributes: values.mapValues { .one(Declaration.AttributeValue($0)) })
    }

    /// - Returns: nil for an empty cell.
    private static func language(_ cell: String?, _ line: Int) throws(DeclarationError) -> Language? {
        guard let cell else { return nil }
        guard let language = Language(rawValue: cell) else {
            let known = Language.allCases.map(\.rawValue).joined(separator: " or ")
            throw error(line, "must be \(known), or empty", in: "language")
        }
        return language
    }

    /// Takes off the apostrophe that keeps a spreadsheet from computing a cell.
    private static func withoutGuard(_ cell: String) -> String {
        let scalars = cell.unicodeScalars
        guard scalars.first == "'", let second = scalars.dropFirst().first, isGuarded(second) else { return cell }
        return String(scalars.dropFirst())
    }

    private static func isGuarded(_ scalar: Unicode.Scalar) -> Bool {
        ["=", "+", "-", "@", "\t", "\r", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}"].contains(scalar)
    }

    private static func error(_ line: Int, _ reason: String, in column: String = "") -> DeclarationError {
        DeclarationError(line: line, path: column, reason: reason)
    }
}

extension Declaration.AttributeValue {
    /// A value with a generated alias, for which nobody vouches.
    fileprivate init(_ text: Declaration.AttributeText) { value = text }
}

extension Declaration.AttributeText {
    /// Reads a value of a declared attribute.
    /// - Returns: nil for a text that is no value of its type.
    fileprivate init?(cell: String, of attribute: DeclaredAttribute) {
        // Spreadsheets write TRUE.
        let typed = attribute.type == .boolean ? cell.lowercased() : cell
        switch attribute.canonicalText(ofTyped: typed).flatMap(attribute.claimValue) {
        case .string(let text)?: self = .text(text)
        case .integer(let number)?: self = .number(number)
        case .boolean(let isTrue)?: self = .boolean(isTrue)
        default: return nil
        }
    }
}
