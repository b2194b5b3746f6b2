struct EnglishStage: StageWording {
    let label = "Your device"
    let picture = "QR code for your device"
    let lastMinute = "One minute left"
    let onThisDevice = "On this device?"
    let otherDevice = "Use another device"
    let doesNotFollow = "Look again when you have confirmed: without JavaScript this page does not notice."
    let lookAgain = "Look again"
    let hideCode = "Hide the code"
    let showCode = "Show the code"

    func timeLeft(_ time: String) -> Phrase { "Time left \(time)" }
    func outage(of provider: String?) -> Phrase {
        "\(provider ?? "This site") does not answer at the moment. Keep this page open: it goes on by itself."
    }
    func openHere(with authenticators: Authenticators) -> Phrase {
        switch authenticators {
        case .app(let name?): "Open in \(name)"
        case .app(nil): "Open in app"
        case .appOrBrowser: "Continue on this device"
        }
    }
    func cancel(host: String) -> Phrase { "Cancel, back to \(host)" }
    func back(host: String) -> Phrase { "Back to \(host)" }
    func proceed(host: String) -> Phrase { "Continue to \(host)" }
}
