/// The detail of `groupsChanged`, which a restore reads again. No name has a comma, so a list of names is unambiguous.
public enum AuditedGroups: Sendable, Equatable {
    /// The groups that the person was put into.
    case given(GroupNames)
    /// The groups that the person was taken out of.
    case taken(GroupNames)

    private static let givenWord = "given "
    private static let takenWord = "taken "

    /// - Returns: nil for another text.
    public init?(detail: String) {
        if detail.utf8.starts(with: Self.givenWord.utf8) {
            self = .given(Self.names(detail, after: Self.givenWord))
        } else if detail.utf8.starts(with: Self.takenWord.utf8) {
            self = .taken(Self.names(detail, after: Self.takenWord))
        } else {
            return nil
        }
    }

    public var names: GroupNames {
        switch self {
        case .given(let names), .taken(let names): names
        }
    }

    public var detail: String {
        switch self {
        case .given(let names): Self.givenWord + names.text
        case .taken(let names): Self.takenWord + names.text
        }
    }

    private static func names(_ detail: String, after word: String) -> GroupNames {
        GroupNames(text: String(decoding: detail.utf8.dropFirst(word.utf8.count), as: UTF8.self))
    }
}
