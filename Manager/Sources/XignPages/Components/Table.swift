/// Things of a kind with the same facts, in rows below headings.
///
/// Narrow windows show each row as a card, with the heading before each fact. The roles say what the elements are in a
/// browser that forgets it where the style makes blocks of them.
package struct Table {
    package enum Kind: String {
        case list
        /// Events: a card has the moment on top, and no headings.
        case log
    }

    /// Rows below a heading of their own; nil for none.
    package struct Group {
        var heading: String?
        /// The first cell of a row names it. Nil for a cell without a fact.
        var rows: [[HTML?]]
    }

    let kind: Kind
    /// The name for screen readers.
    let label: String
    /// The headings; nil for a column of links, whose names say enough.
    let columns: [String?]
    let groups: [Group]

    package init(_ kind: Kind = .list, label: String, columns: [String?], groups: [Group]) {
        self.kind = kind
        self.label = label
        self.columns = columns
        self.groups = groups
    }

    package init(label: String, columns: [String?], rows: [[HTML?]]) {
        self.init(label: label, columns: columns, groups: [Group(heading: nil, rows: rows)])
    }

    package var html: HTML {
        """
        <table class="table \(kind.rawValue)" role="table" aria-label="\(label)">
        <thead role="rowgroup"><tr role="row">\(columns.map(heading))</tr></thead>
        \(groups.map(body))\
        </table>

        """
    }

    private func heading(_ name: String?) -> HTML {
        name.map { "<th role=\"columnheader\" scope=\"col\">\($0)</th>" } ?? "<td role=\"cell\"></td>"
    }

    private func body(_ group: Group) -> HTML {
        let heading: HTML? = group.heading.map {
            """
            <tr class="group" role="row"><th role="rowheader" scope="rowgroup" colspan="\(columns.count)">\($0)</th></tr>

            """
        }
        return """
            <tbody role="rowgroup">
            \(heading ?? "")\
            \(group.rows.map(row))\
            </tbody>

            """
    }

    private func row(_ cells: [HTML?]) -> HTML {
        let cells: [HTML] = zip(columns, cells).enumerated().map { index, cell in
            let (name, content) = cell
            guard let content else { return "<td role=\"cell\"></td>\n" }
            guard index > 0 else {
                return "<th role=\"rowheader\" scope=\"row\"><div class=\"value\">\(content)</div></th>\n"
            }
            let column: HTML? = name.map { "<span class=\"column\" aria-hidden=\"true\">\($0)</span>" }
            return "<td role=\"cell\">\(column ?? "")<div class=\"value\">\(content)</div></td>\n"
        }
        return "<tr role=\"row\">\(cells)</tr>\n"
    }
}
