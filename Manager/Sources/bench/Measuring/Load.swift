import Glibc
import Logging
import Threads

/// Many people who log in at the same time, each on a thread of his own.
struct Load {
    let site: Site
    let process: ManagerProcess
    let concurrency: Int

    /// Everybody logs in again and again.
    /// - Parameters:
    ///   - warmUp: seconds that are not counted.
    ///   - seconds: of the window in which they are.
    func closed(warmUp: Double, seconds: Double) throws -> LoadResult {
        let begin = Nanoseconds.monotonic() + Int64(warmUp * 1e9)
        let end = begin + Int64(seconds * 1e9)
        return try measure(begin, end) { person, logIn in
            while Nanoseconds.monotonic() < end { try logIn() }
        }
    }

    /// People come independently of each other, as many a second on average; whoever is free serves the next.
    func paced(rate: Double, warmUp: Double, seconds: Double) throws -> LoadResult {
        let arrivals = Arrivals(rate: rate, first: Nanoseconds.monotonic())
        let begin = Nanoseconds.monotonic() + Int64(warmUp * 1e9)
        let end = begin + Int64(seconds * 1e9)
        return try measure(begin, end) { person, logIn in
            while true {
                let arrival = arrivals.next()
                guard arrival < end else { return }
                Nanoseconds.sleep(until: arrival)
                try logIn()
            }
        }
    }

    private typealias Behaviour = @Sendable (_ person: Int, _ logIn: () throws -> Void) throws -> Void

    /// One login that was finished.
    private struct Finished {
        let at: Int64
        let waits: [Int64]
    }

    private func measure(_ begin: Int64, _ end: Int64, _ behaviour: @escaping Behaviour) throws -> LoadResult {
        let logins = Locked<[Finished]>([])
        let failure = Locked<(any Error)?>(nil)
        let ended = Semaphore()
        for person in 0..<concurrency {
            startThread("login-\(person)") { [site, concurrency] in
                do {
                    let own = try Self.logInRepeatedly(
                        person, of: concurrency, at: site, behaviour, unless: failure)
                    logins.withLock { $0 += own }
                } catch {
                    failure.withLock { $0 = $0 ?? error }
                }
                ended.post()
            }
        }
        Nanoseconds.sleep(until: begin)
        let before = (cpu: try process.cpu(), client: Nanoseconds.ownCPU(), at: Nanoseconds.monotonic())
        Nanoseconds.sleep(until: end)
        let after = (cpu: try process.cpu(), client: Nanoseconds.ownCPU(), at: Nanoseconds.monotonic())
        for _ in 0..<concurrency { ended.wait() }
        if let error = failure.withLock({ $0 }) { throw error }
        let all = logins.withLock { $0 }
        let counted = all.filter { (before.at..<after.at).contains($0.at) }
        guard !counted.isEmpty else { throw BenchError("no login was finished in time") }
        return LoadResult(
            concurrency: concurrency, accounts: site.accounts, allLogins: all.count, logins: counted.count,
            seconds: Double(after.at - before.at) / 1e9, cpuSeconds: Double(after.cpu - before.cpu) / 1e9,
            clientCPUSeconds: Double(after.client - before.client) / 1e9,
            residentBytes: try process.residentMemory(), waits: counted.map(\.waits))
    }

    /// - Returns: the logins of one person, who has several devices.
    private static func logInRepeatedly(
        _ person: Int, of concurrency: Int, at site: Site, _ behaviour: Behaviour,
        unless failure: Locked<(any Error)?>
    ) throws -> [Finished] {
        let wire = NetworkWire(port: site.port)
        let devices = stride(from: person % site.devices.count, to: site.devices.count, by: concurrency).map {
            site.devices[$0]
        }
        var finished: [Finished] = []
        try behaviour(person) {
            if let error = failure.withLock({ $0 }) { throw error }
            try VirtualLogin(target: site.target, device: devices[finished.count % devices.count]).run(over: wire)
            finished.append(Finished(at: Nanoseconds.monotonic(), waits: wire.waits))
        }
        return finished
    }
}

/// The moments at which people come: a Poisson process, the same in every run.
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
            // xorshift64: good enough for moments.
            state.seed ^= state.seed << 13
            state.seed ^= state.seed >> 7
            state.seed ^= state.seed << 17
            let uniform = (Double(state.seed >> 11) + 0.5) / Double(1 << 53)
            state.at += Int64(-log(uniform) * meanNanoseconds)
            return state.at
        }
    }
}
