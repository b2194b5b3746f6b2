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
    private static let attributes = ["givenName", "familyName", "email", "phoneNumber"]
    private static let columns = ["name"] + attributes + ["language", "roles"]

    let people: [Person]

    /// - Parameter organization: the organization whose members the people become.
    /// - Throws: `DeclarationErrors` with all errors of the table's form.
    package init(_ bytes: [UInt8], organization: String) throws(DeclarationErrors) {
        let records = try DelimitedText(bytes).records
        guard let header = records.first else { throw DeclarationErrors([Self.error(1, "the file is empty")]) }
        guard header.cells.count <= Self.columns.count else {
            let known = Self.columns.joined(separator: ", ")
            throw DeclarationErrors([
                Self.error(1, "the first line has \(header.cells.count) columns; there are \(known)")
            ])
        }
        var errors = Self.errors(in: header)
        if records.count - 1 > Self.maximumCount {
            errors.append(Self.error(1, "the file has more than \(Self.maximumCount) people: divide it"))
        }
        guard errors.isEmpty else { throw DeclarationErrors(errors) }
        var people: [Person] = []
        for record in records.dropFirst() {
            if record.cells.count == header.cells.count {
                let cells = Dictionary(uniqueKeysWithValues: zip(header.cells, record.cells.map(Self.withoutGuard)))
                do throws(DeclarationError) {
                    people.append(
                        Person(
                            line: record.line, user: try Self.user(cells, organization, record.line),
                            language: try Self.language(cells["language"] ?? "", record.line)))
                } catch { errors.append(error) }
            } else {
                let count = "\(record.cells.count) cells, and the first line \(header.cells.count)"
                errors.append(Self.error(record.line, "the line has \(count)"))
            }
        }
        guard errors.isEmpty else { throw DeclarationErrors(errors) }
        self.people = people
    }

    private static func errors(in header: DelimitedText.Record) -> [DeclarationError] {
        var errors: [DeclarationError] = []
        if !header.cells.contains("name") {
            errors.append(error(header.line, "the first line names the columns, and one of them is \"name\""))
        }
        for (index, column) in header.cells.enumerated() {
            if header.cells[..<index].contains(column) {
                errors.append(error(header.line, "the column \"\(column)\" is there twice"))
            }
            guard !columns.contains(column) else { continue }
            let meant = Spelling.nearest(to: column, among: columns).map { ": do you mean \"\($0)\"?" }
            errors.append(
                error(
                    header.line,
                    "there is no column \"\(column)\"\(meant ?? "; there are \(columns.joined(separator: ", "))")"))
        }
        return errors
    }

    private static func user(
        _ cells: [String: String], _ organization: String, _ line: Int
    ) throws(DeclarationError) -> Declaration.User {
        var roles: [String: [String]] = [:]
        for text in (cells["roles"] ?? "").split(whereSeparator: { $0.isWhitespace || $0 == "," }) {
            let parts = text.split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
                throw error(line, "must be the service and the role, like shop/buyer", in: "roles")
            }
            roles[String(parts[0]), default: []].append(String(parts[1]))
        }
        let values = attributes.compactMap { name in
            cells[name].flatMap { $0.isEmpty ? nil : (name, Declaration.AttributeValues.one(.init(text: $0))) }
        }
        return Declaration.User(
            name: cells["name"] ?? "", active: nil, memberships: [organization], roles: roles.isEmpty ? nil : roles,
            attributes: Dictionary(uniqueKeysWithValues: values))
    }

    /// - Returns: nil for an empty cell.
    private static func language(_ cell: String, _ line: Int) throws(DeclarationError) -> Language? {
        guard !cell.isEmpty else { return nil }
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
    fileprivate init(text: String) { value = .text(text) }
}
