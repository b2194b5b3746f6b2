import XignDomain

extension PersistentCookie {
    /// The columns that each table with the cookie of a repeated login has.
    enum Column: Int, ColumnSet {
        case cookieHash, network, browserKind, createdAt, expiresAt, lastUsedAt
        static let names = ColumnNames(Self.self)
    }

    var values: SQL.Values {
        Column.values { column in
            switch column {
            case .cookieHash: .of(hash)
            case .network: .of(browser.network)
            case .browserKind: .of(browser.kind?.stored)
            case .createdAt: .of(createdAt)
            case .expiresAt: .of(expiresAt)
            case .lastUsedAt: .of(lastUsedAt)
            }
        }
    }

    init(_ row: TableRow<Column>) throws {
        self.init(
            hash: try row(.cookieHash),
            browser: RequestingBrowser(
                kind: try row.optional(.browserKind).flatMap(BrowserKind.init(stored:)),
                network: try row.optional(.network)),
            createdAt: try row(.createdAt), expiresAt: try row(.expiresAt), lastUsedAt: try row(.lastUsedAt))
    }
}
