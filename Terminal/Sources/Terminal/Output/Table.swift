/// A table of text with aligned columns.
public struct Table: Sendable {
    public enum Alignment: Sendable { case left, right }

    public struct Column: Sendable, ExpressibleByStringLiteral {
        let title: Text
        let alignment: Alignment

        public init(_ title: Text, _ alignment: Alignment = .left) {
            self.title = title
            self.alignment = alignment
        }

        public init(stringLiteral: String) { self.init(.verbatim(stringLiteral)) }
    }

    private let columns: [Column]
    private var rows: [[Text]]

    /// - Parameter rows: the rows; missing cells are empty, excess cells are not shown.
    public init(_ columns: [Column], rows: [[Text]] = []) {
        self.columns = columns
        self.rows = rows
    }

    public mutating func append(_ row: [Text]) { rows.append(row) }

    /// The lines of the table: titles, then rows. The last column is not padded. A long cell goes on in further lines
    /// of its column, so that no name looks like another row or label.
    public var lines: [Text] { lines(breaksCells: true) }

    /// Returns the lines of the table.
    ///
    /// - Parameter breaksCells: false for a row in one line: for programs, and where a long cell is the program's own
    ///   text, such as a command to copy.
    public func lines(breaksCells: Bool) -> [Text] {
        var cells = [columns.map(\.title)] + rows.map { row in columns.indices.map { $0 < row.count ? row[$0] : "" } }
        if breaksCells { cells = broken(cells) }
        let widths = widths(of: cells)
        return cells.map { row in
            columns.indices.map { column in
                let space = Text.verbatim(String(repeating: " ", count: widths[column] - row[column].width))
                if columns[column].alignment == .right { return space + row[column] }
                return column == columns.indices.last ? row[column] : row[column] + space
            }.joined(separator: "  ")
        }
    }

    private func widths(of cells: [[Text]]) -> [Int] {
        columns.indices.map { column in cells.map { $0[column].width }.max() ?? 0 }
    }

    /// The largest width of a cell. Ids, names of keys and mail addresses are shorter as a rule.
    private static let cellColumns = 60

    /// Breaks long cells. The last column ends with the terminal if it has at least half of it.
    private func broken(_ cells: [[Text]]) -> [[Text]] {
        let start = widths(of: cells).dropLast().reduce(0) { $0 + min($1, Self.cellColumns) + 2 }
        let rest = Text.terminalColumns - start
        return cells.flatMap { row in
            let parts = row.enumerated().map { column, cell in
                let isLast = column == columns.indices.last
                return cell.broken(
                    columns: isLast && rest >= Text.terminalColumns / 2 ? rest : Self.cellColumns,
                    indent: column == 0 ? 2 : 0)
            }
            return (0..<(parts.map(\.count).max() ?? 0)).map { line in
                parts.map { line < $0.count ? $0[line] : "" }
            }
        }
    }
}
