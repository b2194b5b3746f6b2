// https://developer.apple.com/documentation/os/logging

/// https://developer.apple.com/documentation/os/logger
public struct Logger: Sendable {
    public init(subsystem: String, category: String) {}

    /// https://developer.apple.com/documentation/os/logger/log(level:_:)
    public func log(level: OSLogType, _ message: OSLogMessage) {}
}

/// https://developer.apple.com/documentation/os/oslogtype
public struct OSLogType: Sendable {
    public static let `default` = OSLogType()
    public static let info = OSLogType()
    public static let debug = OSLogType()
    public static let error = OSLogType()
}

/// https://developer.apple.com/documentation/os/oslogmessage
public struct OSLogMessage: ExpressibleByStringInterpolation {
    public init(stringLiteral value: String) {}
    public init(stringInterpolation: OSLogInterpolation) {}
}

/// https://developer.apple.com/documentation/os/osloginterpolation
public struct OSLogInterpolation: StringInterpolationProtocol {
    public init(literalCapacity: Int, interpolationCount: Int) {}
    public mutating func appendLiteral(_ literal: String) {}
    public mutating func appendInterpolation(
        _ argumentString: @autoclosure @escaping () -> String, privacy: OSLogPrivacy
    ) {}
}

/// https://developer.apple.com/documentation/os/oslogprivacy
public struct OSLogPrivacy {
    public static var `public`: OSLogPrivacy { OSLogPrivacy() }
}
