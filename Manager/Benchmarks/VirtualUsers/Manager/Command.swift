import Foundation

/// Runs programs to their end.
package enum Command {
    /// Runs a program that is looked up in `PATH`.
    /// - Returns: what it wrote to standard output and standard error.
    /// - Throws: `BenchError` with that output, if its exit status is not 0.
    @discardableResult
    package static func run(_ arguments: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw BenchError("\(arguments.joined(separator: " ")): \(output)")
        }
        return output
    }
}
