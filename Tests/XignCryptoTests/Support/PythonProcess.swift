import Foundation

/// The script `interoperation.py`, run as a process.
enum PythonProcess {
    struct Failure: Error {
        let status: Int32
        let message: String
    }

    /// Runs the script.
    /// - Returns: its standard output.
    /// - Throws: ``Failure`` with its standard error, unless its status is 0.
    static func run(_ mode: String, input: Data = Data()) throws -> Data {
        let process = Process()
        let (standardInput, output, errors) = (Pipe(), Pipe(), Pipe())
        process.executableURL = try TestEnvironment.python()
        process.arguments = [try script(), mode]
        process.standardInput = standardInput
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        // The script reads all of its input before it writes, and writes little to its standard error.
        try standardInput.fileHandleForWriting.write(contentsOf: input)
        try standardInput.fileHandleForWriting.close()
        let result = try output.fileHandleForReading.readToEnd() ?? Data()
        let message = try errors.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(status: process.terminationStatus, message: String(decoding: message, as: UTF8.self))
        }
        return result
    }

    private static func script() throws -> String {
        guard let path = Bundle.module.path(forResource: "interoperation", ofType: "py") else {
            throw CocoaError(.fileNoSuchFile)
        }
        return path
    }
}
