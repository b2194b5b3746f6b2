import XignDomain
import XignProtocol
import XignUseCases

/// The parameters of an answer to a website (RFC 6749, section 4.1.2). Every answer names its issuer, against mix-up
/// attacks on clients of several providers (RFC 9207).
struct AnswerParameters {
    let state: String?
    let issuer: ManagerOrigin

    func code(_ code: BearerToken) -> [(name: String, value: String)] { answer([("code", code.text)]) }

    func refusal(_ refusal: AuthorizationRefusal) -> [(name: String, value: String)] {
        answer([("error", refusal.code.rawValue)] + (refusal.description.map { [("error_description", $0)] } ?? []))
    }

    private func answer(_ result: [(name: String, value: String)]) -> [(name: String, value: String)] {
        result + (state.map { [("state", $0)] } ?? []) + [("iss", issuer.description)]
    }
}
