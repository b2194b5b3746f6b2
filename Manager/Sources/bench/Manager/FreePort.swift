import Glibc

enum FreePort {
    /// A port of loopback that nobody listens on, below the range that the system gives to connections.
    static func find() throws -> UInt16 {
        let first = 20_000 + Int(getpid()) % 10_000
        for port in (first..<first + 1000).map(UInt16.init) where isFree(port) { return port }
        throw BenchError("no free port")
    }

    private static func isFree(_ port: UInt16) -> Bool {
        let connection = Connection(port: port)
        return !connection.isPossible()
    }
}
