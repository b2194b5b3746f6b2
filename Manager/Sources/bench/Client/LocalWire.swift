import XignHTTP

/// The way to a manager in this process: a function call. Notes what each step takes, and its transactions.
final class LocalWire: Wire {
    struct StepTimes: Sendable {
        let step: Step
        let nanoseconds: Int64
        let executions: [MeasuredDatabase.Execution]
    }

    private let manager: LocalManager
    private(set) var steps: [StepTimes] = []

    init(_ manager: LocalManager) { self.manager = manager }

    func exchange(_ call: Call) throws -> Answer {
        let request = try Request(
            call.isPost ? .post : .get, call.path, headers: call.headers.map { HeaderField($0.name, $0.value) },
            body: call.body)
        _ = manager.database.takeExecutions()
        let begin = Nanoseconds.monotonic()
        let answer = manager.router.respond(to: request)
        let nanoseconds = Nanoseconds.monotonic() - begin
        steps.append(
            StepTimes(step: call.step, nanoseconds: nanoseconds, executions: manager.database.takeExecutions()))
        return Answer(
            status: answer.status.code, location: answer["Location"],
            cookie: answer["Set-Cookie"].map { String($0.prefix { $0 != ";" }) }, body: answer.bytes)
    }

    /// Event streams are the network's.
    func follow(_ call: Call) throws {}
    func waitForConfirmation() throws {}
}
