import CLinux

/// The service manager that has started this process, such as systemd.
package enum ServiceManager {
    /// Tells it that this process serves from now on, where it waits for that (sd_notify(3)).
    package static func reportReadiness() { clinux_report_readiness() }
}
