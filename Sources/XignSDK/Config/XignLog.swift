/// The SDK's log, for the app's developer.
///
/// At no level does a message contain a PIN, a key, a token, process initialization data or a user's attribute.
public struct XignLog: Sendable {
    /// The level of detail.
    public enum Level: Int, Comparable, Sendable, CaseIterable {
        /// No messages.
        case none
        /// Failures that should not happen.
        case error
        /// Conditions that deserve attention.
        case warning
        /// The start and end of each process.
        case info
        /// Every request to a manager or Keycloak, with status and duration.
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
