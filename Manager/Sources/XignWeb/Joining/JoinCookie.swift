import XignHTTP
import XignUseCases

/// The cookie of a browser in which somebody joins. It has code and PIN of the first device, so that their page
/// survives a reload as long as the code holds the place.
struct JoinCookie {
    static let lifetimeSeconds = JoinHandout.heldSeconds

    private let context: Context

    init(_ context: Context) { self.context = context }

    private var cookie: StrictCookie { StrictCookie("join", lifetimeSeconds: Self.lifetimeSeconds, context) }

    func make(_ visit: JoinVisit) throws -> Cookie { try cookie.make(try visit.sealed(context)) }

    /// - Returns: nil where there is none, or several, or one that does not open.
    func visit(in request: Request) -> JoinVisit? { cookie.text(in: request).flatMap { JoinVisit($0, context) } }

    var deleted: Cookie { get throws { try cookie.deleted } }
}
