import Pictures
import Terminal

struct EnglishInput: InputWording {
    func missing(file path: String) -> Text { "the file \(path) does not exist" }
    func unreadable(_ path: String?) -> Text { "cannot read \(name(path))" }
    func picture(_ path: String?, _ error: PictureError) -> Text { "\(name(path)): \(error)" }
    private func name(_ path: String?) -> String { path ?? "the picture on standard input" }

    var isLogin: Text { "this is a login code: use xign login CODE" }
    var isActivation: Text { "this is an activation code: use xign activate CODE" }
    var isNewer: Text { "this code needs a newer xign: update it" }
    var inputTwice: Text {
        "CODE is -, but --pin-stdin or --set NAME=- also reads standard input: give the picture as a file"
    }
}
