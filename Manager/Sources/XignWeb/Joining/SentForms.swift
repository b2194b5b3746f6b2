import Threads
import XignCrypto
import XignDomain
import XignHTTP
import XignPages
import XignProtocol
import XignUseCases

/// The forms that were sent a moment ago. One that is sent again, as by a double click, gets the handout of the first
/// time: the browser has dropped the first answer, with its cookie.
///
/// A form is known by a secret that one browser has. The handouts are in the memory of this manager alone. Each counts
/// for a minute; the next form that comes after that removes it. Safe to use from any thread.
final class SentForms: Sendable {
    enum Outcome: Sendable {
        case made(JoinHandout)
        case refused(Response)
    }

    private enum Entry {
        case running([CheckedContinuation<JoinHandout?, Never>])
        case made(JoinHandout, until: Timestamp)

        func isKept(at now: Timestamp) -> Bool { if case .made(_, let end) = self { now < end } else { true } }
    }

    private static let seconds: Int64 = 60
    private static let secretByteCount = 16

    /// By the hashes of the secrets.
    private let entries = Locked([[UInt8]: Entry]())

    /// Draws the secret of a page's form.
    static func secret() -> String { Base64URL.encode(SecureRandom.bytes(count: secretByteCount)) }

    /// Reads the secret of a form.
    /// - Returns: nil where there is none: the form is then answered each time.
    static func secret(of form: Parameters) throws -> String? {
        guard let text = try form.single(JoinPages.attemptField), Base64URL.decode(text)?.count == secretByteCount
        else { return nil }
        return text
    }

    /// Returns true for a form that is being answered, and for one that has made a handout.
    func knows(_ secret: String?, at now: Timestamp) -> Bool {
        guard let secret else { return false }
        let key = BearerHash(of: secret).bytes
        return entries.withLock { $0[key]?.isKept(at: now) ?? false }
    }

    /// Answers a form, or waits for the answer to the same one.
    /// - Parameter make: runs once at a time for a form, and not again after it has made a handout. Where it refuses or
    ///   throws, that of the next sending runs.
    func answer(
        _ secret: String?, at now: Timestamp, _ make: () async throws -> Outcome
    ) async throws -> Outcome {
        guard let secret else { return try await make() }
        let key = BearerHash(of: secret).bytes
        if let handout = await made(key, at: now) { return .made(handout) }
        do {
            let outcome = try await make()
            if case .made(let handout) = outcome {
                end(key, with: handout, at: now)
            } else {
                end(key, with: nil, at: now)
            }
            return outcome
        } catch {
            end(key, with: nil, at: now)
            throw error
        }
    }

    /// - Returns: nil for the sending whose turn it is. It ends its turn by `end`.
    private func made(_ key: [UInt8], at now: Timestamp) async -> JoinHandout? {
        await withCheckedContinuation { continuation in
            entries.withLock { entries in
                entries = entries.filter { $0.value.isKept(at: now) }
                switch entries[key] {
                case .made(let handout, _)?: continuation.resume(returning: handout)
                case .running(let others)?: entries[key] = .running(others + [continuation])
                case nil:
                    entries[key] = .running([])
                    continuation.resume(returning: nil)
                }
            }
        }
    }

    private func end(_ key: [UInt8], with handout: JoinHandout?, at now: Timestamp) {
        let resumed: [CheckedContinuation<JoinHandout?, Never>] = entries.withLock { entries in
            guard case .running(let waiting)? = entries[key] else { return [] }
            if let handout {
                entries[key] = .made(handout, until: now + Self.seconds)
                return waiting
            }
            // The turn of the next one begins, while the others go on waiting.
            entries[key] = waiting.isEmpty ? nil : .running(Array(waiting.dropFirst()))
            return Array(waiting.prefix(1))
        }
        for continuation in resumed { continuation.resume(returning: handout) }
    }
}
