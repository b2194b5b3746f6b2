import XignDomain
import XignProtocol

/// The metrics of one manager: each property is a metric, which a scrape exports.
///
/// To add one, add a property, count with it where the event is decided, and add its row to the table in
/// `docs/operations.md`. An event of a transaction is counted by `Transaction.count`, once it is durable.
///
/// Safe to use from any thread. Counting takes no lock.
package final class Metrics: Sendable {
    package init() {}

    /// All metrics, in the order of the properties.
    package var families: [any Family] { Mirror(reflecting: self).children.compactMap { $0.value as? any Family } }

    // MARK: Logins

    package let loginsBegun = Counters<LoginChannel>("xign_logins_begun_total", "Logins that were begun.")
    package let logins = Counters<Both<LoginOutcome, LoginChannel>>(
        "xign_logins_total", "Logins by outcome. A login is counted as confirmed, and again at its end.")
    package let loginDuration = Histograms<NoLabels>(
        "xign_login_duration_seconds", "Time from the beginning of a login to its confirmation.", .patience)
    package let lockouts = Counters<LockoutKind>(
        "xign_lockouts_total", "Lockouts of devices after a wrong PIN or another wrong factor.")
    package let recoveries = Counters<RecoveryOutcome>(
        "xign_recoveries_total", "Recoveries of accounts by their persons, by step.")
    package let joins = Counters<Both<JoinChannel, JoinOutcome>>(
        "xign_joins_total", "People who join by a link, or register, by step.")
    package let auditEvents = Counters<AuditEvent.Kind>(
        "xign_audit_events_total", "Events that this manager has written to the audit log.")

    // MARK: Requests

    package let deviceOperations = Counters<OperationResult>(
        "xign_device_operations_total", "Operations of devices by result.", hidesZeros: true)
    package let deviceOperationDuration = Histograms<DeviceOperationName>(
        "xign_device_operation_duration_seconds", "Time to answer an operation of a device.", .latency,
        hidesZeros: true)
    package let unknownKeys = Counters<UnknownKey>(
        "xign_unknown_key_requests_total", "Requests of devices that were sealed to a key which this manager lacks.")
    package let refusals = Counters<LimitName>("xign_limit_refusals_total", "Requests that a limit has refused.")
    package let connections = Gauges<NoLabels>("xign_http_connections", "Open connections, event streams included.")
    package let runningRequests = Gauges<NoLabels>("xign_http_running_requests", "Requests that wait for their answer.")
    package let eventStreams = Gauges<NoLabels>("xign_event_streams", "Event streams, one for each open login page.")
    package let unfinishedLogins = Gauges<NoLabels>(
        "xign_unfinished_logins", "Logins that no device has claimed, and that are not removed yet.")

    package let logLinesDropped = Gauges<NoLabels>(
        "xign_log_lines_dropped_total", "Lines of the log that had no room, since nobody read those before them.",
        kind: .counter)

    // MARK: Database

    package let ready = Gauges<NoLabels>(
        "xign_ready", "1 if logins can be served, as /health/ready says; 0 if not.")
    package let databaseDuration = Histograms<TransactionKind>(
        "xign_database_transaction_duration_seconds",
        "Time of a transaction for its caller, with the wait for a connection and the commit.", .latency)
    package let databaseBatches = Histograms<NoLabels>(
        "xign_database_batch_transactions", "Transactions that share a commit. SQLite only.", .size, hidesZeros: true)
    package let databaseFailures = Counters<DatabaseFailure>(
        "xign_database_failures_total", "Transactions that the database has failed.")
    package let databaseRetries = Gauges<NoLabels>(
        "xign_database_retries_total", "Retries after a conflict or a lost connection.", kind: .counter)
    package let databaseTransactions = Gauges<NoLabels>(
        "xign_database_transactions_total", "Transactions that have written.", kind: .counter)
    package let databaseCommits = Gauges<NoLabels>(
        "xign_database_commits_total", "Durable commits.", kind: .counter)
    package let databaseStatements = Gauges<NoLabels>(
        "xign_database_statements_total", "Statements of transactions.", kind: .counter)
    package let databaseConnections = Gauges<NoLabels>(
        "xign_database_connections", "The largest number of connections, with SQLite of those that read.")
    package let databaseConnectionsInUse = Gauges<NoLabels>(
        "xign_database_connections_in_use", "Connections that run a transaction.")
    package let databaseWaitingWrites = Gauges<NoLabels>(
        "xign_database_waiting_writes", "Transactions that wait for the next commit. SQLite only.")

    package let databaseSize = Gauges<NoLabels>(
        "xign_database_size_bytes", "Size of the database, with SQLite that of the file and its write-ahead log.")
    package let databaseFree = Gauges<NoLabels>(
        "xign_database_free_bytes", "Free space of the file system with the database. SQLite only.")

    package let databaseDamaged = Gauges<NoLabels>(
        "xign_database_damaged", "1 once SQLite has found damage in the file since the manager was started; 0 if not.")
    package let databaseChecked = Gauges<NoLabels>(
        "xign_database_checked_timestamp_seconds",
        "Last check of the whole file that has found no damage. SQLite only.")

    // MARK: Outbox

    package let deliveries = Counters<Both<MessageKind, DeliveryResult>>(
        "xign_outbox_deliveries_total", "Attempts of this manager to deliver a message of the outbox.")
    package let outboxPending = Gauges<MessageKind>(
        "xign_outbox_pending", "Messages of the outbox that wait; 1000 stands for any larger number.")
    package let outboxOldest = Gauges<NoLabels>(
        "xign_outbox_oldest_age_seconds", "Age of the oldest message that waits; 0 if none does.")

    // MARK: Keys and housekeeping

    package let keyMaterialExpiry = Gauges<NoLabels>(
        "xign_key_material_expiry_timestamp_seconds", "Moment at which devices no longer accept the key material.")
    package let idTokenKeySince = Gauges<Service.SigningAlgorithm>(
        "xign_id_token_key_since_timestamp_seconds", "Moment from which the key that signs ID tokens is used.")
    package let idTokenKeyRotation = Gauges<Service.SigningAlgorithm>(
        "xign_id_token_key_rotation_timestamp_seconds", "Moment at which the key that signs ID tokens is replaced.")
    package let housekeepingSuccess = Gauges<NoLabels>(
        "xign_housekeeping_last_success_timestamp_seconds", "End of the last round of housekeeping without a failure.")
    package let housekeepingFailures = Counters<NoLabels>(
        "xign_housekeeping_failures_total", "Rounds of housekeeping that have failed.")
    package let auditUnlinked = Gauges<NoLabels>(
        "xign_audit_unlinked_age_seconds", "Age of the oldest event that waits for its link; 0 if none does.")
    package let lastBackup = Gauges<NoLabels>(
        "xign_backup_last_timestamp_seconds", "Beginning of the last recorded backup.")
    package let clock = Gauges<NoLabels>("xign_clock_timestamp_seconds", "The manager's clock.")
    package let clockAhead = Gauges<ClockReference>(
        "xign_clock_ahead_seconds", "Time by which the manager's clock is ahead; negative where it is behind.")

    // MARK: Process

    package let cpu = Gauges<NoLabels>(
        "process_cpu_seconds_total", "CPU time of the manager.", kind: .counter)
    package let residentMemory = Gauges<NoLabels>("process_resident_memory_bytes", "Resident memory.")
    package let openFiles = Gauges<NoLabels>("process_open_fds", "Open file descriptors.")
    package let openFilesLimit = Gauges<NoLabels>("process_max_fds", "Limit of open file descriptors.")
    package let startTime = Gauges<NoLabels>("process_start_time_seconds", "Start of the manager.")
}
