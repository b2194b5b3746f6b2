import OutgoingHTTPS
import XignHTTP

/// The manager that serves on this machine, at the address of manager.yaml.
extension Examination {
    mutating func examineReadiness(_ configuration: Configuration) {
        // An address that cannot be read is a failure of the configuration.
        guard let address = try? configuration.listeningAddress() else { return }
        do throws(HTTPSFailure) {
            let answer = try Self.answer(at: address)
            switch (answer.status, answer.body) {
            case (200, Health.readyBody): ok(.ready, "the manager at \(address) serves logins")
            case (503, _):
                fail(
                    .ready, "the manager at \(address) is not ready: nobody logs in",
                    "look for notReady and databaseFailed in its log, and at the checks below; where the error is "
                        + "storage.otherInstallation and all is well below, restart it")
            default:
                fail(
                    .ready, "something else than a manager answers at \(address), with status \(answer.status)",
                    "let the manager have this address, or correct host and port in manager.yaml")
            }
        } catch {
            switch error {
            case .notConnected:
                warn(
                    .ready, "no manager listens at \(address)",
                    "start it: `systemctl start xignin-manager`; write an address of its command line into manager.yaml"
                )
            case .notLoaded: warn(.ready, "the manager at \(address) cannot be asked: \(error)", "install libcurl")
            default:
                fail(
                    .ready, "the manager at \(address) does not answer: \(error)",
                    "look at the end of its log; if it hangs, restart it")
            }
        }
    }

    private static func answer(at address: ListenAddress) throws(HTTPSFailure) -> InspectedAnswer {
        switch address {
        case .unix(let path): try Inspector().get("http://localhost\(Health.ready)", socket: path)
        case .tcp("0.0.0.0", let port): try Inspector().get("http://127.0.0.1:\(port)\(Health.ready)")
        case .tcp("::", let port): try Inspector().get("http://[::1]:\(port)\(Health.ready)")
        case .tcp, .inherited: try Inspector().get("http://\(address)\(Health.ready)")
        }
    }
}
