import Terminal

extension ExitStatus {
    /// The person said no.
    static let declined: ExitStatus = 1
    /// The QR code is too old: scan the one that is shown now.
    static let codeTooOld: ExitStatus = 2
    /// The session or the activation is over, used or unknown: begin anew.
    static let processOver: ExitStatus = 3
    /// Another device has taken the session.
    static let taken: ExitStatus = 4
    /// What was given cannot be used: a picture, a code, key material, a PIN, what is said about attributes (EX_DATAERR).
    static let data: ExitStatus = 65
    /// The manager is not trusted yet, or this device has no activation there (EX_NOUSER).
    static let unknown: ExitStatus = 67
    /// The manager cannot be reached, or failed: try again later (EX_UNAVAILABLE).
    static let unavailable: ExitStatus = 69
    /// A lockout is running: wait (EX_TEMPFAIL).
    static let lockedOut: ExitStatus = 75
    /// An answer was not what it must be: do not go on (EX_PROTOCOL).
    static let protocolViolated: ExitStatus = 76
    /// The manager refuses: no permission, or locked for good (EX_NOPERM).
    static let refused: ExitStatus = 77
    /// The home folder cannot be used, or this program is too old (EX_CONFIG).
    static let configuration: ExitStatus = 78

    /// For the help of commands that talk to a manager.
    static let explanation = """
        Exit status: 0 done; 1 you declined; 2 the QR code was too old; 3 session or activation over, used or unknown; 4 taken by \
        another device; 64 wrong command line; 65 unusable picture, code, key material, PIN or attribute; 66 nobody to ask; 67 manager not \
        trusted or device not activated; 69 manager not reachable, or its certificate not trusted; 75 locked out for a while; 76 an answer that must not be \
        believed; 77 refused, or locked for good; 78 unusable home folder, or xign too old.
        """
}
