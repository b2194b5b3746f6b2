import Foundation
import Terminal

/// The name of a device, by which a person tells the devices of an account apart.
enum DeviceName {
    private static let byteLimit = 256

    /// Returns the reason why a name is refused; nil if it is acceptable.
    static func refusal(of name: String) -> Text? {
        if name.allSatisfy(\.isWhitespace) { return "there is no name" }
        if name.utf8.count > byteLimit { return "the name is too long: at most \(byteLimit) bytes" }
        return name.harmless == name ? nil : "the name contains invisible or control characters"
    }

    /// Parses an option's value.
    /// - Throws: `UsageError`.
    static func parse(_ text: String) throws -> String? {
        if let refusal = refusal(of: text) { throw UsageError(refusal) }
        return text.trimmingCharacters(in: .whitespaces)
    }
}

extension Console {
    /// Asks for a name until it is acceptable.
    func askDeviceName(_ question: Text) throws -> String {
        while true {
            let name = try ask(question)
            guard let refusal = DeviceName.refusal(of: name) else { return name.trimmingCharacters(in: .whitespaces) }
            report("Refused: \(refusal).")
        }
    }
}
