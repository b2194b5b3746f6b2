import CLinux

/// The service manager that has started this process, such as systemd.
package enum ServiceManager {
    /// Tells it that this process serves from now on, where it waits for that (sd_notify(3)).
    package static func reportReadiness() { clinux_report_readiness() }

    /// True if standard error leads to the journal, which takes priorities off its lines (sd-daemon(3)). It names its
    /// stream by device and inode: a standard error that was redirected is another one.
    package static var journalReadsErrors: Bool { clinux_journal_reads_errors() }
}
