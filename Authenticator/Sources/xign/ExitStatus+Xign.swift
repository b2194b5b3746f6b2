import Terminal

extension ExitStatus {
    /// The QR code has expired: scan the one that is shown now.
    static let codeTooOld: ExitStatus = 2
    /// The session or the activation is over, used or unknown: start again.
    static let processOver: ExitStatus = 3
    /// Another device has claimed the session.
    static let taken: ExitStatus = 4
    /// The security check has a finding.
    static let insecure: ExitStatus = 5
    /// An input is unusable: a picture, a code, key material, a PIN, a name, an option about attributes, or what an
    /// app's login is begun with (EX_DATAERR).
    static let data: ExitStatus = 65
    /// The manager is not trusted, or this device has no activation there (EX_NOUSER).
    static let unknown: ExitStatus = 67
    /// The manager cannot be reached, or had an error: try again later (EX_UNAVAILABLE).
    static let unavailable: ExitStatus = 69
    /// A lockout is running, or this device is too new for the act: wait (EX_TEMPFAIL).
    static let lockedOut: ExitStatus = 75
    /// An answer violates the protocol: do not continue (EX_PROTOCOL).
    static let protocolViolated: ExitStatus = 76
    /// The manager refuses: no permission, a limit, or locked permanently (EX_NOPERM).
    static let refused: ExitStatus = 77
    /// The home folder or its keys are unusable, this program is too old, or this system lacks what is needed
    /// (EX_CONFIG).
    static let configuration: ExitStatus = 78
}
