import CIsolation
import Glibc
import Pictures

/// The process that reads a picture: it comes on standard input, the answer goes to standard output. Nothing else is open.
public enum Reader {
    /// Its argv[0]. Who calls `xign` by this name gets what follows, and no more.
    public static let name = "xign-picture-reader"

    /// Ten bytes for each pixel of the largest picture, and as much again for the program, its libraries and the file.
    static let memoryLimit: UInt64 = 1 << 30
    static let processorSeconds: UInt64 = 10

    /// Gives up everything before the first byte of the picture is read, then reads it.
    ///
    /// A code in another character set than UTF-8 counts as none: what converts it would have to be loaded. Xign's are ASCII.
    public static func run() -> Never {
        guard isolation_enter(memoryLimit, processorSeconds) == 0 else { end(with: .refusal(.noIsolation)) }
        end(with: Answer(to: input()))
    }

    /// At most one byte more than a picture may have: enough to see that it is too large.
    private static func input() -> [UInt8] {
        var input: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while input.count <= QRCodeReader.byteLimit {
            let count = unsafe read(STDIN_FILENO, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            input += buffer[..<count]
        }
        return input
    }

    /// Without what `exit` would do for libraries: it may need what is forbidden now.
    private static func end(with answer: Answer) -> Never {
        var unwritten = answer.bytes[...]
        while !unwritten.isEmpty {
            let count = unsafe unwritten.withUnsafeBytes { unsafe write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            unwritten = unwritten.dropFirst(count)
        }
        _exit(0)
    }
}
