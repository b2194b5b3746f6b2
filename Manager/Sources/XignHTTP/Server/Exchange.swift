/// A request and the facts about it that its answer needs.
struct Exchange: Sendable {
    let request: Request
    let route: Route
    let version: Version
    let start: ContinuousClock.Instant?  // when there is an access log
    var isHead: Bool { request.method == .head }
}
