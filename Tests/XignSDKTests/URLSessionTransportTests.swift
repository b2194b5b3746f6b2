import Foundation
import Testing

@testable import XignSDK

@Suite("the URLSession transport")
struct URLSessionTransportTests {
    let server: LocalServer
    let transport = URLSessionTransport(timeout: 5)

    init() throws { server = try LocalServer() }

    private func get(_ path: String, limit: Int = 1 << 20) async throws -> HTTPResponse {
        try await transport.send(
            HTTPRequest(url: server.url.appendingPathComponent(path), maximumResponseSize: limit))
    }

    @Test("sends a body and hands back the answer with lower-case header names")
    func echo() async throws {
        let body = Data((0..<40_000).map { UInt8(truncatingIfNeeded: $0) })
        let answer = try await transport.send(
            HTTPRequest(method: "POST", url: server.url.appendingPathComponent("echo"), body: body))
        #expect(answer.status == 200)
        #expect(answer.body == body)
        #expect(answer.headers["set-cookie"] == "a=b; Path=/")
    }

    @Test("keeps no cookie")
    func cookies() async throws {
        _ = try await transport.send(
            HTTPRequest(method: "POST", url: server.url.appendingPathComponent("echo"), body: Data([1])))
        #expect(try await get("cookies").body == Data("none".utf8))
    }

    @Test("does not follow a redirect: it is an answer like any other")
    func redirect() async throws {
        let answer = try await get("redirect")
        #expect(answer.status == 302)
        #expect(answer.headers["location"] == "/cookies")
    }

    @Test("ends an answer that is larger than the request allows")
    func limit() async throws {
        await #expect(throws: TransportError.responseTooLarge) { try await get("large", limit: 10_000) }
        #expect(try await get("large", limit: 1_000_000).body.count == 1_000_000)
    }

    @Test("ends at its deadline, though bytes keep dripping")
    func deadline() async throws {
        let impatient = URLSessionTransport(timeout: 0.3)
        await #expect(throws: TransportError.timedOut) {
            try await impatient.send(HTTPRequest(url: server.url.appendingPathComponent("drip")))
        }
    }

    @Test("ends when the server demands a password, resets the connection, or is not there")
    func failures() async throws {
        await #expect(throws: (any Error).self) { try await get("challenge") }
        await #expect(throws: (any Error).self) { try await get("reset") }
        await #expect(throws: (any Error).self) {
            try await transport.send(HTTPRequest(url: try #require(URL(string: "http://127.0.0.1:1/"))))
        }
    }

    @Test("ends when the task is cancelled")
    func cancellation() async throws {
        let url = server.url.appendingPathComponent("drip")
        let task = Task { [transport] in try await transport.send(HTTPRequest(url: url)) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("serves blocking callers that occupy every thread of Dispatch")
    func exhaustedDispatch() async throws {
        let url = server.url.appendingPathComponent("cookies")
        let statuses = await withCheckedContinuation { continuation in
            Thread.detachNewThread { [transport] in
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
