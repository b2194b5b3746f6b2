import Logging
import Terminal
import Threads
import XignHTTP
import XignServer
import XignStorage
import XignUseCases

extension Command {
    /// `serve`: answers until SIGTERM or SIGINT.
    static func serve(_ signals: TerminationSignals) -> Command {
        let host = Parameter<String?>.option(
            "host", "ADDRESS", "The address to listen on, instead of the configured one.", parse: { $0 })
        let port = Parameter<UInt16?>.option(
            "port", "PORT", "The port to listen on, instead of the configured one.", parse: { UInt16($0) })
        return Command(
            "serve", "Answer browsers, devices and websites, until SIGTERM.",
            discussion: """
                Speaks HTTP on loopback; a reverse proxy in front of it speaks TLS. Any number of managers may serve one PostgreSQL \
                database with the same key-encryption key. The log goes to standard error, one JSON object a line.

                GET /health/live and /health/ready tell a load balancer how it is.
                """,
            [host, port]
        ) { given, console in
            // Threads wake each other at every step of a login; what runs meanwhile is done sooner if it is not interrupted.
            scheduleThisThreadAsBatch()
            let configuration = try given.configuration()
            let log = try logger(configuration, console)
            let manager = try given.manager(configuration, log: log)
            let server = try explaining {
                try ManagerServer(manager) { server in
                    server.address = .tcp(
                        given[host] ?? configuration.host ?? "127.0.0.1",
                        try given[port] ?? configuration.listeningPort())
                    server.workers = try workers(configuration) ?? manager.context.database.usefulThreads
                    server.trustedProxies = try trustedProxies(configuration)
                }
            }
            log(.info, "listening", [("issuer", "\(manager.context.issuer)"), ("port", "\(server.port)")])
            let signal = signals.wait()
            log(.info, "stopping", [("signal", signal)])
            let isComplete = server.stop(within: .seconds(10))
            let executed = manager.context.database.statistics
            log(
                .info, "stopped",
                [
                    ("complete", "\(isComplete)"), ("statements", "\(executed.statements)"),
                    ("transactions", "\(executed.transactions)"), ("commits", "\(executed.commits)"),
                    ("retries", "\(executed.retries)"),
                ])
        }
    }
}

private func logger(_ configuration: Configuration, _ console: Console) throws -> Log {
    guard let level = Log.Level(rawValue: configuration.log ?? "info") else {
        throw Failure(78, "log in manager.yaml must be debug, info, warning or error")
    }
    return Log(minimum: level, namesNetworks: configuration.logNetworks ?? true) { console.report(.verbatim($0)) }
}

private func workers(_ configuration: Configuration) throws -> Int? {
    guard let workers = configuration.workers else { return nil }
    guard (1...1024).contains(workers) else {
        throw ManagerError(.configuration, "workers must be 1 to 1024, not \(workers)")
    }
    return workers
}

private func trustedProxies(_ configuration: Configuration) throws -> TrustedProxies {
    TrustedProxies(
        try (configuration.trustedProxies ?? []).map { text in
            guard let range = AddressRange(text) else {
                throw ManagerError(
                    .configuration, "trustedProxies must be addresses or ranges like 10.0.0.0/8, not \(text)")
            }
            return range
        })
}
