/// All errors of a declaration, in the order of its lines. Nothing of the declaration took effect.
package struct DeclarationErrors: Error, Equatable, CustomStringConvertible {
    package let all: [DeclarationError]

    package init(_ errors: [DeclarationError]) { all = errors.sorted { $0.line < $1.line } }

    package var description: String { all.map { "\($0) [manager.declaration]" }.joined(separator: "\n") }
}

/// One error of a declaration: its place and its reason. It never quotes an attribute's value.
package struct DeclarationError: Error, Equatable, CustomStringConvertible {
    /// Counted from 1.
    package let line: Int
    /// The path from the top of the file: `users[0].attributes.email[1]`; empty for an error of the whole file.
    package let path: String
    package let reason: String

    package init(line: Int, path: String, reason: String) {
        self.line = line
        self.path = path
        self.reason = reason
    }

    package var description: String { "line \(line)\(path.isEmpty ? "" : " (\(path))"): \(reason)" }
}
