import Terminal

struct EnglishDevices: DeviceWording {
    var help: CommandHelp {
        CommandHelp(
            summary: "Show, add, rename and remove the devices of your account.",
            discussion: """
                Each device has an activation of its own, with its own keys and PIN. Have a second one: if you lose \
                your only device, only the operator can help.
                """)
    }
    var listHelp: CommandHelp {
        CommandHelp(summary: "List the devices of your account, and codes that wait for their device.")
    }
    var newHelp: CommandHelp {
        CommandHelp(
            summary: "Make a code that adds another device to your account.",
            discussion: """
                You confirm it with the PIN of this device, choose a PIN for the new device, and scan the code there. \
                The code can be used once, within ten minutes; whoever has code and PIN can log in as you. To withdraw \
                it: xign activation revoke.

                A new device cannot add or remove other devices, or delete the account, for 24 hours.
                """)
    }
    var renameHelp: CommandHelp {
        CommandHelp(summary: "Rename this device in your account.", discussion: "Each device can rename only itself.")
    }
    var revokeHelp: CommandHelp {
        CommandHelp(
            summary: "Remove another device, or a code that waits for its device, from your account.",
            discussion: """
                The device can no longer log in, and codes that it has made for other devices are void. Websites where \
                it is logged in decide themselves when that ends. To give up this device, use xign forget.
                """)
    }
    var newAlias: String { "The name of the new device. Its activation can give it another one." }
    var newPinStdin: String {
        "Read the PIN of this device, then that of the new one, from standard input, one line each."
    }
    var newPicture: String {
        "Write the QR code as a PNG picture that you alone can read. A file that is there is replaced after a question."
    }
    var newName: String { "The new name of this device." }
    var device: String { "The device: its id or the beginning of it, as in xign activation list, or its name." }

    // MARK: The list

    var inBrowser: Text { "in a browser" }
    var columns: [Text] { ["NAME", "SYSTEM", "STATE", "ID", "MANAGER"] }
    func waiting(until time: String) -> Text { "waits for its device until \(time)" }
    func inUse(since: PointInTime?, isThisDevice: Bool) -> Text {
        let state: Text = since.map { "since \(EnglishTime().day($0))" } ?? "in use"
        return isThisDevice ? "this device, \(state)" : state
    }
    func several(_ name: String, _ candidates: [(id: String, state: Text)]) -> Text {
        let ids = candidates.map { "\($0.id) (\($0.state))" as Text }.joined(separator: " or ")
        return "\(name) can mean several devices: give the whole id instead: \(ids)"
    }
    func missing(_ name: String, nearest: String?) -> Text {
        "your account has no device \(name); \(nearest.map { "did you mean \($0)?" } ?? "see xign activation list")"
    }
    var isThisDevice: Text { "this is the device that you are using: to give it up, use xign forget" }

    // MARK: Acts

    func renamed(_ name: String, at manager: String) -> Text {
        "At \(manager), this device now has the name \(name, .bold)."
    }
    func removed(_ name: String) -> Text { "\(name, .bold) is \("removed", .green) from your account." }
    var askName: Text { "Name of the new device, such as tablet:" }
    var tooMany: Text {
        """
        your account has as many devices or codes as it may have, or too many wrong PINs were entered for its codes: \
        see xign activation list, or ask the operator
        """
    }
    var unknown: Text {
        """
        The code may have been made, but nobody has it. It is void after ten minutes. To make another one, run the \
        command again
        """
    }
    var scan: Text { "Scan this code with the new device, and enter there the PIN that you have chosen for it." }
    func inPicture(_ file: String) -> Text { "The code is in \(file)." }
    func validUntil(_ time: String) -> Text { "It can be used once, until \(time)." }
    var openLink: Text { "Or open this link there:" }
    func withXign(_ manager: String) -> Text { "With xign on the new device, which must trust \(manager):" }

    // MARK: Names

    var noName: Text { "there is no name" }
    func tooLong(bytes limit: Int) -> Text { "the name is too long: at most \(limit) bytes" }
}
