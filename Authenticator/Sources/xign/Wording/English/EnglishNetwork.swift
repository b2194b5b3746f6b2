import Terminal
import XignSDK

struct EnglishNetwork: NetworkWording {
    func reason(_ problem: TransportError) -> Text {
        if case .proxy = problem {
            "\(problem.description) (environment variable https_proxy or all_proxy)"
        } else {
            "\(problem.description)"
        }
    }
    func kind(_ answer: ForeignAnswer) -> Text { "\(answer.description)" }
}
