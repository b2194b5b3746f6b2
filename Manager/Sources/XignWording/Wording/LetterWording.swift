/// The letters on paper that connect the first device of many people. The rest of their texts is that of a recovery's
/// sheets (`ConsoleActsWording`).
package protocol LetterWording: Sendable {
    /// The title of the file with the codes.
    var codes: String { get }
    /// The title of the file with the PINs.
    var pins: String { get }
    /// The way for people without an app.
    var noApp: String { get }
    /// The last step of the letter with the code.
    var pinStep: String { get }
    /// The use of the PIN, in its letter.
    var pinUse: String { get }
    /// The sentence at the end of the letter with the code.
    var codeApart: String { get }
    /// The sentence at the end of the letter with the PIN.
    var pinApart: String { get }
}
