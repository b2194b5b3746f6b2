/// A flow of the SDK, written once and offered in three variants: asynchronous, blocking, and with events.
///
/// The blocking variant runs the steps on the calling thread, so that no other thread has to be free. The steps may use
/// actors, task groups, `async let`, continuations and the transport, but must **not** use
///
/// - `Task {}` or `Task.detached` and await its end: such a task leaves the calling thread, and deadlocks if no other
///   thread is free;
/// - `Task.sleep`, which needs a thread of Dispatch: use a `DispatchWorkItem` on a serial queue of the SDK instead;
/// - the main actor, which deadlocks if the main thread is the blocked one.
struct Flow<Output: Sendable>: Sendable {
    private let steps: @Sendable () async throws -> Output

    init(_ steps: @escaping @Sendable () async throws -> Output) { self.steps = steps }

    /// Runs the flow off the caller's actor (`@concurrent`) and returns its result.
    @concurrent func result() async throws(XignSdkError) -> Output {
        do { return try await steps() } catch { throw XignSdkError.wrapping(error) }
    }

    /// Runs the flow on the calling thread, and blocks it until the result is there.
    func wait() throws(XignSdkError) -> Output {
        do { return try blocking(steps) } catch { throw XignSdkError.wrapping(error) }
    }

    /// Starts the flow and returns at once. The outcome is posted to `events`.
    func report<Event>(
        to events: EventQueue<Event>, as event: @escaping @Sendable (Result<Output, XignSdkError>) -> Event
    ) {
        Task { events.post(event(await outcome())) }
    }

    private func outcome() async -> Result<Output, XignSdkError> {
        do { return .success(try await result()) } catch { return .failure(error) }
    }
}
