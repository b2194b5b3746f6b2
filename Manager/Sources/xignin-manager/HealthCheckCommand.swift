import Terminal
import XignHTTP
import XignServer

extension Command {
    /// `healthcheck`: asks the manager of this machine whether it is ready.
    static let healthCheck = Command(
        "healthcheck", "Ask the manager on this machine whether it is ready.",
        discussion: """
            For what starts containers: a health check of Docker and Podman, a probe of Kubernetes. It reads the address or the socket from the \
            configuration, as serve does, and asks for /health/ready. Give it the options that serve has.

            The exit status is 0 if logins can be served, and 1 in every other case, within 3 seconds. `doctor` says more.
            """,
        [ListeningOptions.host, ListeningOptions.port],
        examples: ["xignin-manager healthcheck", "xignin-manager healthcheck --port 8081"]
    ) { given, _ in
        let status: Int?
        do {
            let configuration = try given.configuration()
            let address = try explaining {
                try configuration.listeningAddress(
                    host: given[ListeningOptions.host], port: given[ListeningOptions.port])
            }
            status = try explaining { try Probe.status(of: Health.ready, at: address, within: healthCheckTime) }
        } catch {
            // Docker knows no other status of a failure.
            throw Failure(.declined, (error as? any CommandError)?.message ?? "\(error)")
        }
        switch status {
        case 200?: return
        case let status?: throw Failure(.declined, "the manager is not ready: it answered with status \(status)")
        case nil: throw Failure(.declined, "what listens there is no manager")
        }
    }
}

/// Less than the 3 seconds of the command, which also has to start.
private let healthCheckTime = Duration.seconds(2)
