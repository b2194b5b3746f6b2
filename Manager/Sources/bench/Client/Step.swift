/// What a login consists of, as the manager sees it.
enum Step: Int, CaseIterable, Sendable {
    case authorize, page, events, start, prepare, finish, confirmed, proceed, token, userInfo

    var name: String {
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
