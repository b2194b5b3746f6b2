import XignDomain
import XignHTTP
import XignProtocol
import XignUseCases

/// The route at which `doctor` asks what the manager sees of a request that came through the proxy.
///
/// Without a proof that the asker has the manager's keys, it is 404.
struct ExaminationEndpoint: Sendable {
    static let path = "/health/examination"
    static let header = "Xign-Examination"

    /// The manager's view of a request.
    struct View: Codable, Sendable, Equatable {
        /// The client's address as limits and logs have it; `unknown` where a trusted proxy names none.
        let address: String
        /// The values of X-Forwarded-For, joined with commas; absent without the field.
        let forwardedFor: String?
        /// `http` or `https` by a trusted proxy's word; absent without it.
        let scheme: String?
        let host: String
        /// The answer of `ExaminationProof`.
        let proof: String
    }

    private let context: Context

    init(_ context: Context) { self.context = context }

    func register(in router: inout Router) {
        router.on(.get, Self.path) { request in
            let proof = ExaminationProof(
                managerSecret: context.database.vault.managerSecret, at: context.clock.now())
            guard let question = request.headers[Self.header], let answer = proof.answer(to: question) else {
                throw HTTPError.notFound
            }
            let forwarded = request.headers.all("x-forwarded-for")
            let view = View(
                address: request.remoteAddress == .unknown ? "unknown" : "\(request.remoteAddress)",
                forwardedFor: forwarded.isEmpty ? nil : forwarded.joined(separator: ","),
                scheme: request.scheme.map { $0 == .https ? "https" : "http" }, host: request.host, proof: answer)
            return .json(
                try MessageCoding.encode(view), headers: [HeaderField("Cache-Control", "no-store")])
        }
    }
}
