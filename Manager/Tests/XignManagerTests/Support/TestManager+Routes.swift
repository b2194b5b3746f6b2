import XignHTTP

extension TestManager {
    /// The routes of a surface, as `GET /console/accounts/{account}`.
    /// - Parameter path: the first path of the surface: `/console`.
    func routes(below path: String) -> Set<String> {
        Set(
            router.routes.filter { $0.pattern == path || $0.pattern.hasPrefix("\(path)/") }
                .map { "\($0.method.rawValue) \($0.pattern)" })
    }
}
