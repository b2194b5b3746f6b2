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

struct TransportTests {
    @Test("every transport", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "sends a body and hands back the answer with lower-case header names", echo, each: SystemTransport.allCases),
        TestCase("keeps no cookie", cookies, each: SystemTransport.allCases),
        TestCase(
            "does not follow a redirect: it is an answer like any other", redirect, each: SystemTransport.allCases),
        TestCase("ends an answer that is larger than the request allows", limit, each: SystemTransport.allCases),
        TestCase("ends at its deadline, though bytes keep dripping", deadline, each: SystemTransport.allCases),
        TestCase(
            "ends when the server resets the connection, or is not there", failures, each: SystemTransport.allCases),
        TestCase("ends when the task is cancelled", cancellation, each: SystemTransport.allCases),
        TestCase(
            "serves blocking callers that occupy every thread of Dispatch", exhaustedDispatch,
            each: SystemTransport.allCases),
    ]

    let server: LocalServer

    init() throws { server = try LocalServer() }

    private func get(_ path: String, _ transport: any Transport, limit: Int = 1 << 20) async throws -> TransportResponse
    {
        try await transport.send(
            TransportRequest(url: try server.url.appendingPathComponent(path), maximumResponseSize: limit))
    }

    func echo(system: SystemTransport) async throws {
        let body = Data((0..<40_000).map { UInt8(truncatingIfNeeded: $0) })
        let answer = try await system.make().send(
            TransportRequest(method: "POST", url: try server.url.appendingPathComponent("echo"), body: body))
        #expect(answer.status == 200)
        #expect(answer.body == body)
        #expect(answer.headers["set-cookie"] == "a=b; Path=/")
    }

    func cookies(system: SystemTransport) async throws {
        let transport = system.make()
        _ = try await transport.send(
            TransportRequest(method: "POST", url: try server.url.appendingPathComponent("echo"), body: Data([1])))
        #expect(try await get("cookies", transport).body == Data("none".utf8))
    }

    func redirect(system: SystemTransport) async throws {
        let answer = try await get("redirect", system.make())
        #expect(answer.status == 302)
        #expect(answer.headers["location"] == "/cookies")
    }

    func limit(system: SystemTransport) async throws {
        await #expect(throws: TransportError.responseTooLarge) { try await get("large", system.make(), limit: 10_000) }
        #expect(try await get("large", system.make(), limit: 1_000_000).body.count == 1_000_000)
    }

    func deadline(system: SystemTransport) async throws {
        await #expect(throws: TransportError.timedOut) {
            try await system.make().send(
                TransportRequest(url: try server.url.appendingPathComponent("drip"), timeout: 0.3))
        }
    }

    func failures(system: SystemTransport) async throws {
        await #expect(throws: (any Error).self) { try await get("reset", system.make()) }
        await #expect(throws: (any Error).self) {
            try await system.make().send(TransportRequest(url: try #require(URL(string: "http://127.0.0.1:1/"))))
        }
    }

    func cancellation(system: SystemTransport) async throws {
        let url = try server.url.appendingPathComponent("drip")
        let transport = system.make()
        let task = Task { try await transport.send(TransportRequest(url: url)) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    func exhaustedDispatch(system: SystemTransport) async throws {
        let url = try server.url.appendingPathComponent("cookies")
        let transport = system.make()
        let statuses = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                let statuses = Statuses()
                DispatchQueue.concurrentPerform(iterations: 100) { _ in
                    let flow = Flow { try await transport.send(TransportRequest(url: url)).status }
                    statuses.add((try? flow.wait()) ?? 0)
                }
                continuation.resume(returning: statuses.all)
            }
        }
        #expect(statuses == Array(repeating: 200, count: 100))
    }
}
