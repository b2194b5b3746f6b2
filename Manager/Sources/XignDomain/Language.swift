/// A language that the manager speaks. The raw value is its tag (BCP 47).
public enum Language: String, Word, Codable, CaseIterable {
    case english = "en"
    case german = "de"
}
