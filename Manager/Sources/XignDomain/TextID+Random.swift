#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension TextID {
    /// Draws a random identifier: a UUID in lower case.
    package static func random() -> TextID { TextID(UUID().uuidString.lowercased()) }
}
