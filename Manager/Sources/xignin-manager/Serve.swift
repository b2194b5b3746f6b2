import Glibc
import Logging
import Terminal
import Threads
import XignAdmission
import XignHTTP
import XignServer
import XignUseCases

extension Command {
    /// `serve`: serves until SIGTERM or SIGINT.
    static var serve: Command {
        Command(
            "serve", "Serve browsers, devices and websites, until SIGTERM.",
            discussion: """
                Speaks HTTP on loopback or a Unix-domain socket; a reverse proxy in front of it speaks TLS. Any number of managers may serve one PostgreSQL \
                database with the same key-encryption key. The log goes to standard error, one JSON object a line.

                GET /health/live and /health/ready are health checks for a load balancer.
                """,
            [ListeningOptions.host, ListeningOptions.port],
            examples: [
                "xignin-manager serve", "xignin-manager serve --port 8081",
            ]
        ) { given, console in
            // Before threads are started, which inherit the mask.
            let signals = TerminationSignals.block()
            try given.giveUpRootsRights()
            let configuration = try given.configuration()
            let log = try explaining { try logger(configuration) }
            servedLog.withLock { $0 = log }
            atexit { servedLog.withLock { $0 }?.finish(within: .seconds(1)) }
            // Before files of the database are opened, whose errors would not name the limit.
            _ = try explaining {
                try ManagerServer.allowFiles(forConnections: (configuration.limits ?? Limits()).connections)
            }
            let (program, mail, client, metrics) = try explaining {
                (
                    try configuration.notifyProgram(), try configuration.mailSender(),
                    try configuration.outgoingClient(),
                    try configuration.metricsAddress().map { address in
                        (address: address, token: try configuration.metricsToken(), version: XigninManager.version)
                    }
                )
            }
            let leaving = try explaining { try configuration.leavingTime() }
            let (address, workers, proxies) = try explaining {
                let address = try configuration.listeningAddress(
                    host: given[ListeningOptions.host], port: given[ListeningOptions.port])
                return (address, try configuration.workerCount(), try configuration.trustedProxyRanges(at: address))
            }
            let manager = try given.manager(configuration, log: log, servesPages: true)
            let server = try explaining {
                try ManagerServer(
                    manager, notifying: program, mailing: mail, posting: client, metrics: metrics
                ) { server in
                    server.address = address
                    server.workers = workers ?? server.workers
                    server.trustedProxies = TrustedProxies(proxies)
                }
            }
            ServiceManager.reportReadiness()
            let signal = signals.wait()
            log(.info, "stopping", [("signal", signal)])
            if leaving > .zero {
                server.leave()
                // A second signal ends the wait.
                signals.wait(within: leaving)
            }
            server.stop(within: .seconds(10))
        }
    }
}

/// The log of this process. What it has buffered is written before every exit, also before that of `startThread`.
private let servedLog = Locked<Log?>(nil)

private func logger(_ configuration: Configuration) throws -> Log {
    guard let level = Log.Level(rawValue: configuration.log ?? "info") else {
        throw ManagerError(.configuration, "log must be debug, info, warning or error.")
    }
    return Log(
        minimum: level, namesNetworks: configuration.logNetworks ?? true,
        hasPriorities: ServiceManager.journalReadsErrors, to: STDERR_FILENO)
}
