/// The authenticator in a browser: the page to which codes and links lead where no app takes them.
///
/// The server writes every step of the page before it is needed, and the page's script fills in the values. So a
/// function takes the name of the value's place.
package protocol AuthenticatorWording: Sendable {
    /// The title until a step is shown.
    var title: String { get }
    var oneMoment: String { get }
    /// The advice to browsers without scripts.
    var needsScripts: String { get }
    /// The button that leads to the activations of this browser.
    var toOverview: String { get }
    /// The browser lacks something that the authenticator needs.
    var unsuitable: Refusal { get }
    func refusal(_ refusal: AuthenticatorRefusal) -> Refusal
}

/// The reasons why the authenticator goes no further: those of the manager, by the names that the protocol gives them
/// (protocol, section 3), and its own.
package enum AuthenticatorRefusal: String, Sendable, CaseIterable {
    /// An error that nobody expected.
    case unexpected
}
