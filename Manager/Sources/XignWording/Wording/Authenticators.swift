/// The kinds of authenticators that the people of a manager have.
package enum Authenticators: Sendable, Equatable {
    /// An app, by its name; nil where the operator has not named one.
    case app(String?)
    /// An app, or a phone's browser for people without one: texts speak of devices.
    case appOrBrowser
}
