import XignDomain

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Timestamp {
    /// What the machine's clock shows.
    @Sendable static func systemClock() -> Timestamp {
        Timestamp(rawValue: Int64(Date().timeIntervalSince1970 * 1000))
    }
}
