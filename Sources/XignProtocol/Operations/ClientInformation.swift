/// The client's own description, sent with the requests that begin a process. It is a signal for the manager's policy
/// and not a control.
public struct ClientInformation: Codable, Sendable, Equatable {
    /// The result of the SDK's security check.
    public struct SecurityCheck: Codable, Sendable, Equatable {
        /// The time of the check in Unix seconds.
        public var date: Int64
        public var checkVersion: Int32
        public var osVersion: String
        public var isRooted: Bool
        public var isHooked: Bool

        public init(date: Int64, checkVersion: Int32, osVersion: String, isRooted: Bool, isHooked: Bool) {
            self.date = date
            self.checkVersion = checkVersion
            self.osVersion = osVersion
            self.isRooted = isRooted
            self.isHooked = isHooked
        }
    }

    /// The version of the SDK.
    public var version: String
    /// The operating system, such as `Linux`.
    public var platform: String
    /// Nil where no check was made.
    public var securityCheck: SecurityCheck?

    public init(version: String, platform: String, securityCheck: SecurityCheck?) {
        self.version = version
        self.platform = platform
        self.securityCheck = securityCheck
    }
}
