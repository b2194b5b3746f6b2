/// A change of a declaration as the audit log keeps it.
enum AuditedChange {
    private static let characters = 1000

    /// Shortens a change to about a thousand characters. Each of its parts is shortened alike, so that a long one, such
    /// as a list of keys, does not hide what stands after it.
    static func shortened(_ change: String) -> String {
        guard change.count > characters else { return change }
        let parts = change.split(separator: "; ", omittingEmptySubsequences: false)
        // A part has at least its name.
        let share = max(60, characters / parts.count)
        let shortened = parts.map { $0.count <= share ? String($0) : "\($0.prefix(share))..." }.joined(separator: "; ")
        return shortened.count <= 2 * characters ? shortened : "\(shortened.prefix(2 * characters))..."
    }
}
