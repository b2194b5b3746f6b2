import Foundation

/// Runs `body` on a thread of its own, so that it can block as long as the user takes.
///
/// Tasks share few threads, and bodies that wait for the user could occupy them all.
func onThread<Output: Sendable>(_ body: @escaping @Sendable () throws -> Output) async throws -> Output {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
    }
}
