import Glibc

/// The number of processors that are in use, at least 1.
public var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

/// Transforms elements on several threads at once, of which the calling one is the first.
///
/// - Parameters:
///   - threads: The largest number of threads. Where the system allows no further one, fewer do the work.
///   - progress: Called with the number of elements that are done, now and then, on the calling thread.
/// - Throws: The first error of `transform`; elements that are under way are finished, and their results are lost.
/// - Returns: The results, in the order of the elements.
public func concurrentMap<Element: Sendable, Output: Sendable>(
    _ elements: [Element], threads: Int, reporting progress: (Int) -> Void = { _ in },
    _ transform: @escaping @Sendable (Element) throws -> Output
) throws -> [Output] {
    let work = SharedWork(elements, transform)
    for number in 1..<max(1, min(threads, elements.count)) {
        guard startThreadIfPossible("map-\(number)", { work.run() }) else { break }
    }
    work.run(reporting: progress)
    return try work.outputs()
}

/// Elements that several threads take, one after the other.
private final class SharedWork<Element: Sendable, Output: Sendable>: Sendable {
    private struct State {
        var next = 0
        var done = 0
        var outputs: [Output?]
        var failure: (any Error)?
    }

    private let elements: [Element]
    private let transform: @Sendable (Element) throws -> Output
    private let state: Locked<State>

    init(_ elements: [Element], _ transform: @escaping @Sendable (Element) throws -> Output) {
        (self.elements, self.transform) = (elements, transform)
        state = Locked(State(outputs: Array(repeating: nil, count: elements.count)))
    }

    /// Transforms elements until none is left, or one has failed.
    func run(reporting progress: (Int) -> Void = { _ in }) {
        while let index = take() {
            let output = Result { try transform(elements[index]) }
            let done = state.withLock { state in
                switch output {
                case .success(let output): state.outputs[index] = output
                case .failure(let error): state.failure = error
                }
                state.done += 1
                return state.done
            }
            state.broadcast()
            progress(done)
        }
    }

    private func take() -> Int? {
        state.withLock { state in
            guard state.failure == nil, state.next < elements.count else { return nil }
            state.next += 1
            return state.next - 1
        }
    }

    /// Waits for the other threads.
    func outputs() throws -> [Output] {
        try state.wait { state -> Result<[Output], any Error>? in
            if let failure = state.failure { return .failure(failure) }
            guard state.done == elements.count else { return nil }
            return .success(state.outputs.compactMap(\.self))
        }.get()
    }
}
