import Foundation
import Testing

@testable import XignSDK

/// The SDK's own transports: libcurl on Linux, URLSession elsewhere. Linux compiles both (see `URLSession/`).
enum SystemTransport: CaseIterable {
    #if os(Linux)
        case libcurl
    #endif
    case urlSession

    func make() -> any Transport {
        switch self {
        #if os(Linux)
            case .libcurl: CurlTransport()
        #endif
        case .urlSession: URLSessionTransport()
        }
    }
}

@Suite("every transport")
struct TransportTests {
    let server: LocalServer

    init() throws { server = try LocalServer() }

    private func get(_ path: String, _ transport: any Transport, limit: Int = 1 << 20) async throws -> HTTPResponse {
        try await transport.send(
            HTTPRequest(url: try server.url.appendingPathComponent(path), maximumResponseSize: limit))
    }

    @Test("sends a body and hands back the answer with lower-case header names", arguments: SystemTransport.allCases)
    func echo(system: SystemTransport) async throws {
        let body = Data((0..<40_000).map { UInt8(truncatingIfNeeded: $0) })
        let answer = try await system.make().send(
            HTTPRequest(method: "POST", url: try server.url.appendingPathComponent("echo"), body: body))
        #expect(answer.status == 200)
        #expect(answer.body == body)
        #expect(answer.headers["set-cookie"] == "a=b; Path=/")
    }

    @Test("keeps no cookie", arguments: SystemTransport.allCases)
    func cookies(system: SystemTransport) async throws {
        let transport = system.make()
        _ = try await transport.send(
            HTTPRequest(method: "POST", url: try server.url.appendingPathComponent("echo"), body: Data([1])))
        #expect(try await get("cookies", transport).body == Data("none".utf8))
    }

    @Test("does not follow a redirect: it is an answer like any other", arguments: SystemTransport.allCases)
    func redirect(system: SystemTransport) async throws {
        let answer = try await get("redirect", system.make())
        #expect(answer.status == 302)
        #expect(answer.headers["location"] == "/cookies")
    }

    @Test("ends an answer that is larger than the request allows", arguments: SystemTransport.allCases)
    func limit(system: SystemTransport) async throws {
        await #expect(throws: TransportError.responseTooLarge) { try await get("large", system.make(), limit: 10_000) }
        #expect(try await get("large", system.make(), limit: 1_000_000).body.count == 1_000_000)
    }

    @Test("ends at its deadline, though bytes keep dripping", arguments: SystemTransport.allCases)
    func deadline(system: SystemTransport) async throws {
        await #expect(throws: TransportError.timedOut) {
            try await system.make().send(HTTPRequest(url: try server.url.appendingPathComponent("drip"), timeout: 0.3))
        }
    }

    @Test("ends when the server resets the connection, or is not there", arguments: SystemTransport.allCases)
    func failures(system: SystemTransport) async throws {
        await #expect(throws: (any Error).self) { try await get("reset", system.make()) }
        await #expect(throws: (any Error).self) {
            try await system.make().send(HTTPRequest(url: try #require(URL(string: "http://127.0.0.1:1/"))))
        }
    }

    @Test("ends when the task is cancelled", arguments: SystemTransport.allCases)
    func cancellation(system: SystemTransport) async throws {
        let url = try server.url.appendingPathComponent("drip")
        let transport = system.make()
        let task = Task { try await transport.send(HTTPRequest(url: url)) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("serves blocking callers that occupy every thread of Dispatch", arguments: SystemTransport.allCases)
    func exhaustedDispatch(system: SystemTransport) async throws {
        let url = try server.url.appendingPathComponent("cookies")
        let transport = system.make()
        let statuses = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                let statuses = Statuses()
                DispatchQueue.concurrentPerform(iterations: 100) { _ in
                    let flow = Flow { try await transport.send(HTTPRequest(url: url)).status }
                    statuses.add((try? flow.wait()) ?? 0)
                }
                continuation.resume(returning: statuses.all)
            }
        }
        #expect(statuses == Array(repeating: 200, count: 100))
    }
}
