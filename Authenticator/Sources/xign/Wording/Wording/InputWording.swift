import Pictures
import Terminal

/// The codes that a person gives to a command, and pictures of them.
protocol InputWording: Sendable {
    /// Returns the message for a picture that does not exist.
    func missing(file path: String) -> Text
    /// Returns the message for a picture that cannot be read.
    /// - Parameter path: nil for standard input.
    func unreadable(_ path: String?) -> Text
    /// Returns the message for a picture without a usable code.
    /// - Parameter path: nil for standard input.
    func picture(_ path: String?, _ error: PictureError) -> Text
    /// The message for the code of a login, where that of an activation is needed.
    var isLogin: Text { get }
    /// The message for the code of an activation, where that of a login is needed.
    var isActivation: Text { get }
    /// The message for a code of a later version.
    var isNewer: Text { get }
    /// The message for a command that would read two things from standard input.
    var inputTwice: Text { get }
}
