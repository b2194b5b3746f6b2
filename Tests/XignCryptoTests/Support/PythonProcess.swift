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
        let outcome = try ChildProcess.run([TestEnvironment.python().path, script(), mode], input: input)
        guard outcome.status == 0 else { throw Failure(status: outcome.status, message: outcome.errors) }
        return Data(outcome.output.utf8)
    }

    private static func script() throws -> String {
        guard let path = Bundle.module.path(forResource: "interoperation", ofType: "py") else {
            throw CocoaError(.fileNoSuchFile)
        }
        return path
    }
}
