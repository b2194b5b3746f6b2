/// One flow of the SDK, written once, that callers await, wait for, or have reported to event receivers.
///
/// The blocking face lends the calling thread to the steps, so that no other thread has to be free. Therefore the steps
/// may use values, actors, task groups, `async let`, continuations and the transport, but **not**
///
/// - `Task {}` or `Task.detached` whose end they await: such tasks leave the calling thread, and hang when it is the last one;
/// - `Task.sleep`, which needs a thread of Dispatch: a limit is a `DispatchWorkItem` on a serial queue of ours;
/// - the main actor, which hangs when the main thread is the one that waits.
struct Flow<Output: Sendable>: Sendable {
    private let steps: @Sendable () async throws -> Output

    init(_ steps: @escaping @Sendable () async throws -> Output) { self.steps = steps }

    /// The asynchronous face. `@concurrent`, so that no caller's actor does the work.
    @concurrent func result() async throws(XignSdkError) -> Output {
        do { return try await steps() } catch { throw XignSdkError.wrapping(error) }
    }

    /// The blocking face.
    func wait() throws(XignSdkError) -> Output {
        do { return try blocking(steps) } catch { throw XignSdkError.wrapping(error) }
    }

    /// The event face: returns at once, and posts what became of the flow.
    func report<Event>(
        to events: EventQueue<Event>, as event: @escaping @Sendable (Result<Output, XignSdkError>) -> Event
    ) {
        Task { events.post(event(await outcome())) }
    }

    private func outcome() async -> Result<Output, XignSdkError> {
        do { return .success(try await result()) } catch { return .failure(error) }
    }
}
