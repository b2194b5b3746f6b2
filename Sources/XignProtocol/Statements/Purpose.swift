/// The purpose of a process. The SDK derives it from the way the process began, and does not sign a statement with
/// another purpose.
public enum Purpose: String, Sendable, Codable {
    case login, inAppLogin, transaction, merge, addFactor, changePin, newActivation, delete, revoke
}
