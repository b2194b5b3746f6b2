/// The requests of a server by route.
///
/// The routes are those that the router declares, so the series are known when the server starts: a path that a client
/// makes up belongs to none.
package struct HTTPMetrics: Sendable {
    private struct Series: Labels {
        static let names = ["route", "status"]
        static let all: [Series] = []
        let route: String
        let status: StatusClass
        var values: [String] { [route, status.rawValue] }
    }

    private struct Route: Labels {
        static let names = ["route"]
        static let all: [Route] = []
        let route: String
        var values: [String] { [route] }
    }

    /// The cells of a route.
    private struct RouteCells {
        let success: Cell, redirect: Cell, refusal: Cell, failure: Cell
        let duration: HistogramCells

        subscript(status: StatusClass) -> Cell {
            switch status {
            case .success: success
            case .redirect: redirect
            case .refusal: refusal
            case .failure: failure
            }
        }
    }

    /// The label of requests without a route.
    private static let none = "none"

    private let requests: Counters<Series>
    private let duration: Histograms<Route>
    private let cells: [String: RouteCells]
    private let withoutRoute: RouteCells

    /// - Parameter patterns: of the declared routes.
    package init(patterns: some Sequence<String>) {
        let routes = Set(patterns).sorted() + [Self.none]
        let requests = Counters<Series>(
            "xign_http_requests_total", "Answered requests by declared route.", hidesZeros: true,
            series: routes.flatMap { route in StatusClass.allCases.map { Series(route: route, status: $0) } })
        let duration = Histograms<Route>(
            "xign_http_request_duration_seconds", "Time from the complete request to its answer.", .latency,
            hidesZeros: true, series: routes.map(Route.init))
        func cells(of route: String) -> RouteCells {
            func cell(_ status: StatusClass) -> Cell { requests[Series(route: route, status: status)] }
            return RouteCells(
                success: cell(.success), redirect: cell(.redirect), refusal: cell(.refusal), failure: cell(.failure),
                duration: duration[Route(route: route)])
        }
        self.cells = Dictionary(routes.map { ($0, cells(of: $0)) }) { first, _ in first }
        withoutRoute = cells(of: Self.none)
        (self.requests, self.duration) = (requests, duration)
    }

    package var families: [any Family] { [requests, duration] }

    /// Counts an answer.
    /// - Parameters:
    ///   - route: the declared pattern; any other text counts as none. Nil for a request that the parser refused,
    ///     whose duration is not observed.
    package func count(route: String?, status: Int, duration: Duration) {
        let cells = route.flatMap { self.cells[$0] } ?? withoutRoute
        cells[StatusClass(status)].add()
        if route != nil { cells.duration.observe(duration) }
    }
}
