/// The steps of a login, in order, as the manager's clients see them.
package enum Step: Int, CaseIterable, Sendable {
    case authorize, page, events, start, prepare, finish, confirmed, proceed, token, userInfo

    package var name: String {
        switch self {
        case .authorize: "authorize"
        case .page: "login page"
        case .events: "event stream"
        case .start: "start"
        case .prepare: "prepare"
        case .finish: "finish"
        case .confirmed: "event \"done\""
        case .proceed: "continue"
        case .token: "token"
        case .userInfo: "user info"
        }
    }
}
