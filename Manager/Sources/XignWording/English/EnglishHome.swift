struct EnglishHome: HomeWording {
    let explanation = "Websites send you here to log in with your device. Nothing begins on this page."
    let whatToDo = "Open the website that you want to use, and log in there."

    func title(name: String) -> Phrase { "Login service of \(name)" }
}
