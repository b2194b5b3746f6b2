import Glibc
import Threads
import VirtualUsers

/// A load of concurrent logins, each virtual user on a thread of its own.
struct Load {
    let site: Site
    let process: ManagerProcess
    let concurrency: Int

    /// Runs a closed load: each user begins the next login when the last has ended.
    /// - Parameters:
    ///   - warmUp: seconds before the measured window.
    ///   - seconds: length of the measured window.
    func closed(warmUp: Double, seconds: Double) throws -> LoadResult {
        let begin = Nanoseconds.monotonic() + Int64(warmUp * 1e9)
        let end = begin + Int64(seconds * 1e9)
        return try measure(begin, end) { logIn in
            while Nanoseconds.monotonic() < end { try logIn() }
        }
    }

    /// Runs an open load: logins begin by a Poisson process of `rate` per second, each with the next idle user.
    func paced(rate: Double, warmUp: Double, seconds: Double) throws -> LoadResult {
        let arrivals = Arrivals(rate: rate, first: Nanoseconds.monotonic())
        let begin = Nanoseconds.monotonic() + Int64(warmUp * 1e9)
        let end = begin + Int64(seconds * 1e9)
        return try measure(begin, end) { logIn in
            while true {
                let arrival = arrivals.next()
                guard arrival < end else { return }
                Nanoseconds.sleep(until: arrival)
                try logIn()
            }
        }
    }

    /// Decides when a user logs in.
    private typealias Pacing = @Sendable (_ logIn: () throws -> Void) throws -> Void

    private struct FinishedLogin {
        let at: Int64
        let waits: [Int64]
    }

    private func measure(_ begin: Int64, _ end: Int64, _ pacing: @escaping Pacing) throws -> LoadResult {
        let logins = Locked<[FinishedLogin]>([])
        let failure = Locked<(any Error)?>(nil)
        let ended = Semaphore()
        for user in 0..<concurrency {
            startThread("login-\(user)") { [site, devices = devices(of: user)] in
                do {
                    let own = try Self.logInRepeatedly(with: devices, at: site) { logIn in
                        try pacing {
                            if let error = failure.withLock({ $0 }) { throw error }
                            try logIn()
                        }
                    }
                    logins.withLock { $0 += own }
                } catch {
                    failure.withLock { $0 = $0 ?? error }
                }
                ended.post()
            }
        }
        Nanoseconds.sleep(until: begin)
        let serverBefore = try site.server?.usage()
        let before = (cpu: try process.cpuTime(), client: Nanoseconds.ownCPUTime(), at: Nanoseconds.monotonic())
        Nanoseconds.sleep(until: end)
        let after = (cpu: try process.cpuTime(), client: Nanoseconds.ownCPUTime(), at: Nanoseconds.monotonic())
        let serverAfter = try site.server?.usage()
        for _ in 0..<concurrency { ended.wait() }
        if let error = failure.withLock({ $0 }) { throw error }
        let all = logins.withLock { $0 }
        let counted = all.filter { (before.at..<after.at).contains($0.at) }
        guard !counted.isEmpty else { throw BenchError("no login was finished in time") }
        return LoadResult(
            concurrency: concurrency, accounts: site.accounts, allLogins: all.count,
            seconds: Double(after.at - before.at) / 1e9, cpuSeconds: Double(after.cpu - before.cpu) / 1e9,
            clientCPUSeconds: Double(after.client - before.client) / 1e9,
            residentBytes: try process.residentMemory(), waits: counted.map(\.waits),
            server: serverBefore.flatMap { before in serverAfter.map { ServerWork(from: before, to: $0) } })
    }

    private func devices(of user: Int) -> [VirtualDevice] {
        stride(from: user % site.devices.count, to: site.devices.count, by: concurrency).map { site.devices[$0] }
    }

    /// Logs one user in, again and again, with each of the devices in turn.
    private static func logInRepeatedly(
        with devices: [VirtualDevice], at site: Site, _ pacing: Pacing
    ) throws -> [FinishedLogin] {
        let connections = ClientConnections(site)
        var finished: [FinishedLogin] = []
        try pacing {
            let device = devices[finished.count % devices.count]
            try VirtualLogin(at: site.target, with: device, over: connections).run()
            finished.append(FinishedLogin(at: Nanoseconds.monotonic(), waits: connections.waits))
        }
        return finished
    }
}

/// The arrivals of a Poisson process, the same in every run.
private final class Arrivals: Sendable {
    private struct State {
        var at: Int64
        var seed: UInt64 = 0x9E37_79B9_7F4A_7C15
    }
    private let state: Locked<State>
    private let meanNanoseconds: Double

    init(rate: Double, first: Int64) {
        state = Locked(State(at: first))
        meanNanoseconds = 1e9 / rate
    }

    func next() -> Int64 {
        state.withLock { state in
            // xorshift64 (Marsaglia, Xorshift RNGs, 2003)
            state.seed ^= state.seed << 13
            state.seed ^= state.seed >> 7
            state.seed ^= state.seed << 17
            let uniform = (Double(state.seed >> 11) + 0.5) / Double(1 << 53)
            state.at += Int64(-log(uniform) * meanNanoseconds)
            return state.at
        }
    }
}
