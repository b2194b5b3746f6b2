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
    /// - Throws: ``Failure``.
    func read() throws -> Data { isAddress ? try fetch() : try readFile() }

    private var isAddress: Bool { text.hasPrefix("https://") || text.hasPrefix("http://") }

    private func readFile() throws -> Data {
        guard let file = FileHandle(forReadingAtPath: text),
            let content = try? file.read(upToCount: Self.sizeLimit + 1) ?? Data()
        else { throw Failure(.noInput, "cannot read \(text): give a file, or an address that begins with https://") }
        guard content.count <= Self.sizeLimit else { throw Failure(.data, "\(text) is too large to be key material") }
        return content
    }

    /// Fetches the key material. The fingerprint authenticates it; TLS only keeps the request confidential.
    private func fetch() throws -> Data {
        guard var address = URLComponents(string: text), let host = address.host, address.user == nil else {
            throw Failure(.data, "\(text) is not a valid address")
        }
        guard address.scheme == "https" || ["localhost", "127.0.0.1", "[::1]", "::1"].contains(host) else {
            throw Failure(.data, "\(text) is not encrypted: give the https address")
        }
        if ["", "/"].contains(address.path) { address.path = "/.well-known/xign/key-material" }
        guard let url = address.url else { throw Failure(.data, "\(text) is not a valid address") }
        let transport = try network.transport()
        let answer: HTTPResponse
        do {
            answer = try waiting {
                try await transport.send(HTTPRequest(url: url, maximumResponseSize: Self.sizeLimit))
            }
        } catch TransportError.responseTooLarge {
            throw Failure(.data, "the answer of \(host) is too large to be key material")
        } catch TransportError.certificateUntrusted(let problem) {
            throw Failure(untrustedCertificate: "The certificate of \(host) is not trusted: \(problem.description).")
        } catch { throw Failure(.unavailable, "\(host) cannot be reached: check the address and the network") }
        if let target = answer.headers["location"], (300..<400).contains(answer.status) {
            throw Failure(
                .unavailable, "\(host) redirects to \(target): give that address if it belongs to the manager")
        }
        guard answer.status == 200 else {
            throw Failure(
                .unavailable,
                "\(url) answered with HTTP status \(answer.status): check that it is the manager's address")
        }
        return answer.body
    }
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
