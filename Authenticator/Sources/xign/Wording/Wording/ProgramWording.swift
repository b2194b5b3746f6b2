import Terminal

/// The help of the program, and of the options and arguments that several commands share.
protocol ProgramWording: Sendable {
    /// One sentence.
    var summary: String { get }
    /// The meanings of all exit statuses.
    var exitStatuses: [(ExitStatus, String)] { get }

    // MARK: Options and arguments

    var home: String { get }
    var authorityFile: String { get }
    /// `--manager` of a command that concerns one activation of this device.
    var manager: String { get }
    /// `--manager` of a command that concerns all activations of this device.
    var onlyManager: String { get }
    var isAgreed: String { get }
    /// `CODE`: a picture, a link, or a text.
    var code: String { get }
    var json: String { get }
    /// `--pin-stdin` of a command that needs one PIN.
    var pinStdin: String { get }
}
