import XignProtocol

/// The names of operating systems that an enrolment statement can have. Another text equals none of them.
public enum Platform: String, Word, Codable, CodingKeyRepresentable, CaseIterable {
    case android = "Android"
    case iOS
    case iPadOS
    case macOS
    case linux = "Linux"
    case windows = "Windows"
    /// A browser.
    case web = "Web"
}
