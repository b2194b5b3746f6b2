/// The operator's links at the foot of each page.
package protocol OperatorWording: Sendable {
    var help: String { get }
    var imprint: String { get }
    var privacy: String { get }
    /// The label of the app's name and of the stores that have it.
    var app: String { get }
    /// A store that is neither Apple's nor Google's.
    var otherStore: String { get }
}
