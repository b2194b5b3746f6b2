import Foundation
import Terminal
import XignSDK

/// The name of a device, by which a person tells the devices of an account apart.
enum DeviceName {
    private static let byteLimit = 256

    /// Returns the reason why a name is refused; nil if it is acceptable.
    static func refusal(of name: String) -> Phrase? {
        if name.allSatisfy(\.isWhitespace) { return { $0.devices.noName } }
        if name.utf8.count > byteLimit { return { $0.devices.tooLong(bytes: byteLimit) } }
        if let flaw = InputFlaw(inName: name) { return { $0.attributes.reason(.typed(flaw)) } }
        return nil
    }

    /// Parses an option's value.
    /// - Throws: ``CommandFailure``.
    static func parse(_ text: String) throws -> String? {
        if let refusal = refusal(of: text) { throw CommandFailure(.usage, refusal) }
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}

extension Console {
    /// Asks for a name until it is acceptable.
    func askDeviceName(_ words: any Wording) throws -> String {
        while true {
            let name = try ask(words.devices.askName)
            guard let refusal = DeviceName.refusal(of: name) else {
                return name.trimmingCharacters(in: .whitespacesAndNewlines)
            }
            report(words.pin.refused(refusal(words)))
        }
    }
}
