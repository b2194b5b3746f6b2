#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Timestamp {
    /// The moment in UTC by ISO 8601, in whole seconds, for operators.
    package var iso8601: String { Date(timeIntervalSince1970: Double(rawValue) / 1000).formatted(.iso8601) }
}
