import CIsolation
import Glibc
import Pictures

/// The main function of the process that reads a picture from standard input and answers on standard output.
public enum Reader {
    /// The process's argv[0]. When called by this name, `xign` only reads a picture.
    public static let name = "xign-picture-reader"

    /// The limit of memory: ten bytes for each pixel of the largest picture, and room for program, libraries and file.
    static let memoryLimit: UInt64 = 1 << 30
    static let processorSeconds: UInt64 = 10

    /// Enters the sandbox, then reads the picture.
    ///
    /// A code in a character set other than UTF-8 is not found, since its converter would have to be loaded. Xign's
    /// codes are ASCII.
    public static func run() -> Never {
        guard isolation_enter(memoryLimit, processorSeconds) == 0 else { end(with: .refusal(.noIsolation)) }
        end(with: Answer(to: input()))
    }

    /// Reads the input, up to one byte more than the limit: enough to detect that it is too large.
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

    /// Writes the answer and exits with `_exit`: the exit handlers of libraries may need forbidden system calls.
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
