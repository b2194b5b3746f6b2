import Glibc

/// The person at the command line, as the audit log names them.
enum OperatorName {
    /// The user who called `sudo`, otherwise the user whose process this is. It is a record of who acted, and no proof:
    /// whoever can run commands on the data folder can change the database, too.
    static let current: String = {
        if let sudo = getenv("SUDO_USER").map({ String(cString: $0) }), !sudo.isEmpty { return sudo }
        let id = getuid()
        guard let entry = getpwuid(id), let name = entry.pointee.pw_name else { return "user \(id)" }
        return String(cString: name)
    }()
}
