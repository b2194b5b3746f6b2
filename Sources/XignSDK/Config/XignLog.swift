import Foundation

#if canImport(os)
    import os
#endif

/// What the SDK tells about its work, for the app's developer.
///
/// No message holds a PIN, a key, a token, a pid or a user's attribute, whatever the level.
public struct XignLog: Sendable {
    /// How much is told.
    public enum Level: Int, Comparable, Sendable, CaseIterable {
        /// Nothing.
        case none
        /// What failed and should not have.
        case error
        /// What deserves attention.
        case warning
        /// The processes that begin and end.
        case info
        /// Every request to a manager, with its status and duration.
        case debug
        /// Also the details of the security check.
        case verbose

        /// By how much is told.
        public static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }
    }

    /// Receives messages, on any thread.
    public typealias Handler = @Sendable (_ level: Level, _ message: String) -> Void

    let level: Level
    let handler: Handler

    init(level: Level, handler: Handler?) {
        self.level = level
        self.handler = handler ?? Self.system
    }

    func callAsFunction(_ level: Level, _ message: @autoclosure () -> String) {
        if level <= self.level && level != .none { handler(level, message()) }
    }

    /// The system's log on Apple's systems, standard error elsewhere.
    private static let system: Handler = { level, message in
        #if canImport(os)
            Logger(subsystem: "XignSDK", category: "\(level)").log("\(message, privacy: .public)")
        #else
            FileHandle.standardError.write(Data("XignSDK \(level): \(message)\n".utf8))
        #endif
    }
}
