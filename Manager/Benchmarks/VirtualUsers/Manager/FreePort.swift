import Glibc

enum FreePort {
    /// Returns a port of loopback on which no program listens, below the range of ephemeral ports.
    static func find() throws -> UInt16 {
        let first = 20_000 + Int(getpid()) % 10_000
        for port in (first..<first + 1000).map(UInt16.init)
        where !Connection(port: port).tryConnecting() {
            return port
        }
        throw BenchError("no free port")
    }
}
