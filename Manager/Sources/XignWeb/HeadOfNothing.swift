import XignHTTP

/// Answers HEAD at an address where GET would begin or end something.
@Sendable func headOfNothing(_: Request) -> Response {
    Response(.ok, headers: [HeaderField("Cache-Control", "no-store")])
}
