/// The SDK's log, for the app's developer.
///
/// At no level does a message contain a PIN, a key, a token, process initialization data or a user's attribute.
public struct XignLog: Sendable {
    /// The level of detail.
    public enum Level: Int, Comparable, Sendable, CaseIterable {
        /// No messages.
        case none
        /// Failures that must never happen: a statement that differs from what the user saw, an answer that is not the
        /// manager's, key material that the known one does not verify, damaged storage.
        case error
        /// Conditions that deserve attention: a repeated request, a new epoch of key material, a certificate that is
        /// not trusted, a configuration without key material.
        case warning
        /// The end of each flow, with its outcome and duration; key material, activations and factors that are new. A
        /// process begins with the flow that starts it, and ends with the one that finishes or aborts it.
        case info
        /// Every request to a manager or Keycloak, with its status, or the cause of its failure, and its duration; the
        /// reason of each refusal. Neither query nor body is named.
        case debug
        /// In addition, the details of the security check.
        case verbose

        /// Compares by level of detail.
        public static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }
    }

    /// A receiver of messages. The SDK may call it on any thread.
    public typealias Handler = @Sendable (_ level: Level, _ message: String) -> Void

    let level: Level
    let handler: Handler

    init(level: Level, handler: Handler?) {
        self.level = level
        self.handler = handler ?? PlatformDefaults.log
    }

    func callAsFunction(_ level: Level, _ message: @autoclosure () -> String) {
        if level <= self.level && level != .none { handler(level, message()) }
    }
}
