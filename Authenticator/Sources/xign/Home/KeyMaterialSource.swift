import Dispatch
import Foundation
import Synchronization
import Terminal
import XignSDK

/// The source of key material: a file or a manager's address.
struct KeyMaterialSource {
    private static let sizeLimit = 1 << 20

    let text: String
    let network: Network

    /// Reads the key material.
    /// - Throws: ``CommandFailure``.
    func read() throws -> Data { isAddress ? try fetch() : try readFile() }

    private var isAddress: Bool { text.hasPrefix("https://") || text.hasPrefix("http://") }

    private func readFile() throws -> Data {
        guard let file = FileHandle(forReadingAtPath: text),
            let content = try? file.read(upToCount: Self.sizeLimit + 1) ?? Data()
        else { throw failure(.noInput) { $0.cannotRead(keyMaterial: $1) } }
        guard content.count <= Self.sizeLimit else { throw failure(.data) { $0.tooLargeForKeyMaterial($1) } }
        return content
    }

    /// Fetches the key material. The fingerprint authenticates it; TLS only keeps the request confidential.
    private func fetch() throws -> Data {
        guard var address = URLComponents(string: text), let host = address.host, address.user == nil else {
            throw failure(.data) { $0.notAnAddress($1) }
        }
        guard address.scheme == "https" || ["localhost", "127.0.0.1", "[::1]", "::1"].contains(host) else {
            throw failure(.data) { $0.notEncrypted($1) }
        }
        if ["", "/"].contains(address.path) { address.path = "/.well-known/xign/key-material" }
        guard let url = address.url else { throw failure(.data) { $0.notAnAddress($1) } }
        let transport = try network.transport()
        let answer: TransportResponse
        do {
            answer = try waiting {
                try await transport.send(TransportRequest(url: url, maximumResponseSize: Self.sizeLimit))
            }
        } catch TransportError.responseTooLarge {
            throw CommandFailure(.data) { $0.storage.tooLargeForKeyMaterial(answerOf: host) }
        } catch TransportError.certificateUntrusted(let problem) {
            throw CommandFailure(.unavailable) { $0.refusals.untrusted(problem, of: host) }
        } catch {
            let problem = error as? TransportError ?? .failed("\(type(of: error))")
            throw CommandFailure(.unavailable) { $0.storage.unreachable(host, $0.network.reason(problem)) }
        }
        if (300..<400).contains(answer.status), let target = answer.headers["location"].flatMap(Self.origin) {
            throw CommandFailure(.unavailable) { $0.storage.redirected(from: host, to: target) }
        }
        // A page with another status is that of a website that has no key material.
        if let kind = ForeignAnswer(answer), answer.status == 200 || kind != .page {
            throw CommandFailure(.unavailable) { $0.storage.answered("\(url)", by: $0.network.kind(kind)) }
        }
        guard answer.status == 200 else {
            throw CommandFailure(.unavailable) { $0.storage.answered("\(url)", status: answer.status) }
        }
        return answer.body
    }

    /// Returns scheme and host of a redirect's target, since path and query may be secret; nil where it has none.
    private static func origin(of target: String) -> String? {
        guard let parts = URLComponents(string: target), let scheme = parts.scheme, let host = parts.host else {
            return nil
        }
        return "\(scheme)://\(host)\(parts.port.map { ":\($0)" } ?? "")"
    }

    /// Returns a failure that names the source.
    private func failure(
        _ status: ExitStatus, _ message: @escaping @Sendable (any StorageWording, String) -> Text
    ) -> CommandFailure { CommandFailure(status) { [text] in message($0.storage, text) } }
}

/// Runs an asynchronous operation, and blocks the calling thread until it ends.
private func waiting<Output: Sendable>(_ operation: @escaping @Sendable () async throws -> Output) throws -> Output {
    let outcome = Outcome<Output>()
    Task {
        do { outcome.set(.success(try await operation())) } catch { outcome.set(.failure(error)) }
    }
    return try outcome.wait().get()
}

private final class Outcome<Output: Sendable>: Sendable {
    private let result = Mutex<Result<Output, any Error>?>(nil)
    private let isThere = DispatchSemaphore(value: 0)

    func set(_ result: Result<Output, any Error>) {
        self.result.withLock { $0 = result }
        isThere.signal()
    }

    func wait() -> Result<Output, any Error> {
        isThere.wait()
        return result.withLock { $0 } ?? .failure(CancellationError())
    }
}
