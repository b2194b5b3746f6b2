import QRCode

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The file for the picture of a QR code, which only its owner can read (the option `--qr FILE`).
///
/// Its place is taken before the code is made, since a code that cannot be handed out is lost. A file without a picture
/// is removed again.
public final class PictureFile {
    private let path: String
    /// The file that is written: a new one, or one beside the file that it replaces.
    private let written: String
    private let descriptor: Int32
    private let wording: any TerminalWording
    private let asOwner: (() -> Void) -> Void
    private var isFinished = false

    /// Takes the place. Asks before a file is replaced; links, folders and devices are refused.
    /// - Parameters:
    ///   - path: a name, also `-`.
    ///   - asOwner: calls its argument with the rights to be used for files.
    /// - Throws: `Failure`, ``InputError``. Nothing has changed then.
    public init(_ path: String, console: Console, asOwner: @escaping (() -> Void) -> Void = { $0() }) throws {
        (self.path, wording, self.asOwner) = (path, console.wording, asOwner)
        var mode: mode_t?
        asOwner {
            var status = stat()
            mode = unsafe lstat(path, &status) == 0 ? status.st_mode : nil
        }
        if let mode {
            guard mode & S_IFMT == S_IFREG else { throw Failure(.output, wording.cannotWrite(path)) }
            guard console.canAsk else { throw Failure(.output, wording.cannotReplaceUnasked(path)) }
            guard try console.confirm(wording.askToReplace(path), unlessAnswered: false) else {
                throw Failure(.declined, wording.notReplaced(path))
            }
        }
        let written = mode == nil ? path : "\(path).\(UInt64.random(in: .min ... .max)).unfinished"
        var opened: Int32 = -1
        asOwner { opened = unsafe open(written, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600) }
        guard opened >= 0 else { throw Failure(.output, wording.cannotWrite(path)) }
        (self.written, descriptor) = (written, opened)
    }

    deinit {
        close(descriptor)
        if !isFinished { asOwner { _ = unsafe unlink(written) } }
    }

    /// Writes the picture, and waits until it is on the disk. A file that it replaces is replaced in one step.
    /// - Throws: `Failure`.
    public func write(_ code: QRCode) throws {
        asOwner {
            guard writeAll(code.png(), to: descriptor), fsync(descriptor) == 0 else { return }
            isFinished = unsafe written == path || isRegular && rename(written, path) == 0
        }
        guard isFinished else { throw Failure(.output, wording.cannotWrite(path)) }
    }

    /// False where something else has taken the place of the file to replace.
    private var isRegular: Bool {
        var status = stat()
        return unsafe lstat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
    }
}
