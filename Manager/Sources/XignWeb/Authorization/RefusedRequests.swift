import Logging
import XignAdmission
import XignDomain
import XignUseCases

/// Logs the refusals of authorization requests that go back to a website: its users see a page of the website, which
/// often tells neither error nor description.
///
/// There is one line a minute for each website, error and description, of whichever networks. Safe to use from any
/// thread.
final class RefusedRequests: Sendable {
    private struct Kind: Hashable {
        let serviceID: ServiceID
        let code: AuthorizationRefusal.Code
        let description: String
    }

    private let context: Context
    private let log: Log
    private let merged = MergedRefusals<Kind>()

    init(_ context: Context, _ log: Log) {
        self.context = context
        self.log = log
    }

    /// - Parameter refusal: one without a description is a decision of the person, of which the audit log tells.
    func add(_ refusal: AuthorizationRefusal, of serviceID: ServiceID) {
        guard let description = refusal.description,
            let refused = merged.add(
                Kind(serviceID: serviceID, code: refusal.code, description: description), at: context.clock.now())
        else { return }
        log(
            .info, "requestRefused",
            [
                ("client", serviceID.text), ("error", refusal.code.rawValue), ("description", description),
                ("refused", "\(refused)"),
            ])
    }
}
