import Eventually
import Glibc
import Synchronization
import Testing
import Threads

@testable import XignHTTP

struct ShutdownTests {
    @Test("Shutdown", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "running and begun requests are answered, idle connections and streams end, none is accepted", graceful),
        TestCase("no request gets half an answer when the server stops under load", underLoad),
        TestCase("what takes longer than allowed is cut off", deadline),
    ]

    func graceful()
        throws
    {
        let server = try TestServer()
        let port = server.server.port
        let idle = SocketClient(port), running = SocketClient(port), stream = SocketClient(port),
            halfway = SocketClient(port)
        let late = SocketClient(port)
        idle.send(get("/"))
        #expect(idle.read(until: "root").contains("root"))
        running.send(get("/gate"))
        stream.send(get("/events/a"))
        #expect(stream.read(until: "first\n\n\r\n").contains("first"))
        halfway.send("GET / HTTP/1.1\r\n")
        #expect(eventually { server.gate.waiting == 1 && server.server.connectionCount == 5 })
        server.settle()
        let result = Locked<Bool?>(nil)
        startThread("stop") {
            let isComplete = server.server.stop(within: .seconds(10))
            result.withLock { $0 = isComplete }
        }
        #expect(idle.readAll() == "")
        #expect(idle.sawEnd)
        #expect(late.readAll() == "")
        #expect(late.sawEnd)
        #expect(stream.readAll() == "0\r\n\r\n")
        #expect(stream.sawEnd)
        #expect(result.withLock { $0 } == nil)
        let refused = SocketClient(port)
        #expect(!refused.send(get("/")) || refused.readAll(seconds: 0.1) == "")
        halfway.send("Host: localhost\r\n\r\n")
        let begun = halfway.readAll()
        #expect(statuses(begun) == [200])
        #expect(begun.contains("\r\nConnection: close\r\n"))
        server.gate.open()
        let answer = running.readAll()
        #expect(statuses(answer) == [200])
        #expect(answer.contains("\r\nConnection: close\r\n"))
        #expect(running.sawEnd)
        for client in [running, halfway] { client.close() }
        #expect(eventually { result.withLock { $0 } == true })
    }

    func underLoad() throws {
        let server = try TestServer()
        let answers = Locked<[String: Int]>([:]), ended = Atomic(0)
        for _ in 0..<16 {
            startThread("client") {
                while true {
                    let client = SocketClient(server.server.port)
                    guard client.send(get("/hello/x", "Connection: close\r\n")) else { break }
                    let answer = client.readAll()
                    let kind = answer.isEmpty ? "none" : answer.hasSuffix("\r\n\r\nhello x") ? "whole" : answer
                    answers.withLock { $0[kind, default: 0] += 1 }
                    if answer.isEmpty { break }
                }
                ended.add(1, ordering: .relaxed)
            }
        }
        #expect(eventually { answers.withLock { $0["whole"] ?? 0 } > 200 })
        #expect(server.server.stop(within: .seconds(10)))
        #expect(eventually { ended.load(ordering: .relaxed) == 16 })
        #expect(answers.withLock { Set($0.keys).isSubset(of: ["whole", "none"]) }, "\(answers.withLock { $0.keys })")
    }

    func deadline() throws {
        let server = try TestServer()
        let running = SocketClient(server.server.port)
        running.send(get("/gate"))
        #expect(eventually { server.gate.waiting == 1 })
        #expect(!server.server.stop(within: .milliseconds(100)))
        #expect(running.readAll() == "")
        #expect(running.sawEnd)
        server.gate.open()  // the worker finds the connection closed
        #expect(eventually { server.gate.waiting == 0 })
    }
}
