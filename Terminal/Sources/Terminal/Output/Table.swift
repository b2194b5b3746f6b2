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

    /// The lines of the table: titles, then rows. The last column is not padded.
    public var lines: [Text] {
        let cells = [columns.map(\.title)] + rows.map { row in columns.indices.map { $0 < row.count ? row[$0] : "" } }
        let widths = columns.indices.map { column in cells.map { $0[column].width }.max() ?? 0 }
        return cells.map { row in
            columns.indices.map { column in
                let space = Text.verbatim(String(repeating: " ", count: widths[column] - row[column].width))
                if columns[column].alignment == .right { return space + row[column] }
                return column == columns.indices.last ? row[column] : row[column] + space
            }.joined(separator: "  ")
        }
    }
}
