/// The browser of a request, as far as the manager knows it.
public struct RequestingBrowser: Sendable, Equatable {
    /// Nil where it names itself by no known word.
    public let kind: BrowserKind?
    /// The network that it came from, as logs name it; nil where logs name none.
    public let network: String?

    public static let unknown = RequestingBrowser(kind: nil, network: nil)

    public init(kind: BrowserKind?, network: String?) { (self.kind, self.network) = (kind, network) }
}
