import Logging
import XignAdmission
import XignDomain
import XignHTTP
import XignUseCases
import XignWording

/// The middleware of the console's pages: that of each surface, and the rights of the operator.
struct ConsoleRoutes: Sendable {
    let surface: SurfaceRoutes<ConsoleVisit>

    var context: Context { surface.context }
    var admission: Admission { surface.admission }
    var log: Log { surface.log }
    var site: Site { surface.site }

    /// Makes the handler of a page.
    /// - Parameter useCase: the use case of the page. An operator who has it in no scope finds no such page.
    func page(
        _ useCase: UseCase?, _ handler: @escaping @Sendable (ConsoleVisit) async throws -> Response
    ) -> Handler {
        surface.page { visit in
            guard useCase.map(visit.may) ?? true else { return visit.problem(.notFound) }
            return try await handler(visit)
        }
    }

    /// Makes the handler of a form.
    /// - Parameters:
    ///   - useCase: the use case of the form. An operator who has it in no scope is refused.
    ///   - back: the section with the form; nil where the form's page has the path that gets the form.
    ///   - takesAway: as for `SurfaceRoutes`.
    func form(
        _ useCase: UseCase?, back: ConsoleSection? = nil, takesAway: Bool = false,
        _ handler: @escaping @Sendable (ConsoleVisit, SentForm) async throws -> Response
    ) -> Handler {
        surface.form(back: back, takesAway: takesAway) { visit, sent in
            guard useCase.map(visit.may) ?? true else {
                return visit.problem(.notPermitted, back: back ?? .overview)
            }
            return try await handler(visit, sent)
        }
    }
}
