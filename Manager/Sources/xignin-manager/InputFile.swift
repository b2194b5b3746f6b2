import Glibc
import Terminal
import XignServer

/// A file or standard input, as the command line names it.
enum InputFile {
    private static let maximumByteCount = 1 << 20

    /// - Parameters:
    ///   - path: `-` for standard input.
    ///   - maximumByteCount: a whole number of MiB.
    static func read(_ path: String, upTo maximumByteCount: Int = Self.maximumByteCount) throws -> [UInt8] {
        let descriptor = path == "-" ? 0 : asOperator { open(path, O_RDONLY | O_CLOEXEC) }
        guard descriptor >= 0 else {
            throw Failure(.noInput, "cannot read \(path): does it exist, and may you read it?")
        }
        defer { if descriptor > 0 { close(descriptor) } }
        var contents: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = buffer.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
            guard count >= 0 else { throw Failure(.noInput, "cannot read \(path)") }
            if count == 0 { return contents }
            contents += buffer[..<count]
            guard contents.count <= maximumByteCount else {
                throw Failure(.noInput, "\(path) is larger than \(maximumByteCount >> 20) MiB")
            }
        }
    }
}
