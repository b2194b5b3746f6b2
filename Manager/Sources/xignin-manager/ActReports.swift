import Terminal
import XignUseCases

// The JSON of commands that act. docs/commands.md names the members.

/// An act on a user.
struct UserReport: Encodable {
    let user: String
    /// False where it was so already.
    var changed = true
    var active: Bool?
    var attribute: String?
    var organization: String?
    var group: String?
    var service: String?
    var accountName: String?
}

/// An act on a device of a user.
struct DeviceReport: Encodable {
    let user: String
    let activationId: String
    let alias: String?

    init(_ device: DeviceDetails, of user: String) {
        (self.user, activationId, alias) = (user, device.activationId, device.alias)
    }
}

/// A file that a command has written.
struct FileReport: Encodable {
    let file: String
    var statements: Int?
    var warnings: [String]?
}

extension ParsedArguments {
    /// Prints what a command has done: as JSON with `--json`, else as lines for people.
    func print(_ report: some Encodable, or lines: Text..., on console: Console) throws {
        try print(report, or: lines, on: console)
    }

    func print(_ report: some Encodable, or lines: [Text], on console: Console) throws {
        if self[Parameter<Bool>.json] { return try console.print(json: report) }
        for line in lines { console.print(line) }
    }

    /// Refuses `--json` beside a result that goes to standard output itself.
    func expectFile(_ path: String) throws {
        guard path == "-", self[Parameter<Bool>.json] else { return }
        throw UsageError("--json describes the file that the command writes: name one in place of standard output")
    }
}
