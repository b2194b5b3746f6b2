/// The page at the manager's own address, where there is nothing to begin.
package protocol HomeWording: Sendable {
    /// The title and the heading.
    /// - Parameter name: the operator's name, or the manager's host.
    func title(name: String) -> Phrase
    var explanation: String { get }
    var whatToDo: String { get }
}
