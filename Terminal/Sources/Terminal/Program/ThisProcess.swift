import CArguments

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// This process as it was started.
public enum ThisProcess {
    /// The arguments, the program's name first. Nil stands for one that is not UTF-8: a text with other characters in
    /// place of its bytes would be another name or another file.
    ///
    /// `CommandLine.arguments` are empty where a library has changed the environment before Swift's runtime looked.
    public static var arguments: [String?] {
        (0..<arguments_count()).map { unsafe String(validatingCString: arguments_value($0)) }
    }

    /// Opens `/dev/null` in place of each standard descriptor that is closed. Otherwise the next file that is opened,
    /// such as a database, becomes standard error.
    static func openMissingDescriptors() {
        // The lowest free descriptor is taken, so each open fills one of them.
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            _ = unsafe open("/dev/null", O_RDWR)
        }
    }

    /// Lets a write to a reader that has gone, or beyond the limit of a file's size, return an error instead of ending
    /// the process.
    static func ignoreSignalsOfWrites() {
        _ = signal(SIGPIPE, SIG_IGN)
        _ = signal(SIGXFSZ, SIG_IGN)
    }
}
