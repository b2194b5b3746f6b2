import Eventually
import Glibc
import Testing
import Threads

@testable import XignHTTP

private let host = "Host: localhost\r\n"

/// Slow clients, and clients that leave. The clock is stopped where that is possible.
struct DeadlineTests {
    @Test("Slow and vanishing clients", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("a request and a wait have one deadline, that bytes do not move", deadline, each: cases),
        TestCase("a client that stays after its last answer is cut off", linger),
        TestCase("an unread answer is given up, one that is read slowly arrives", writeStall),
        TestCase("a client may leave at any point in any way, and nothing is left of it", leaving),
        TestCase("a client that ends its sending side still gets its answers", halfClose),
    ]

    struct Case: Sendable, CustomTestStringConvertible {
        let start: String, drip: String, seconds: Int64, statuses: [Int]
        var testDescription: String {
            "\(start.prefix(30).debugDescription) then \(drip.debugDescription): \(statuses)"
        }
        init(_ start: String, drip: String = "", after seconds: Int64, _ statuses: [Int]) {
            (self.start, self.drip, self.seconds, self.statuses) = (start, drip, seconds, statuses)
        }
    }

    static let cases = [
        Case("", after: 10, []),
        Case("GET / HT", after: 10, [408]),
        Case("GET / HTTP/1.1\r\n\(host)X: ", drip: "a", after: 10, [408]),
        Case("GET / HTTP/1.1\r\n\(host)", drip: "A: b\r\n", after: 10, [408]),
        Case("POST /echo HTTP/1.1\r\n\(host)Content-Length: 900\r\n\r\n", drip: "x", after: 20, [408]),
        Case("POST /echo HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\r\n", drip: "1\r\nx\r\n", after: 20, [408]),
        Case(get("/constant"), after: 75, [200]),
        Case(get("/constant") + "GET", drip: "x", after: 10, [200, 408]),
    ]

    func deadline(_ example: Case) throws {
        let server = try TestServer(isClockStopped: true)
        let client = SocketClient(server.server.port)
        client.send(example.start)
        server.settle()
        var answer = ""
        for _ in 0..<4 {
            server.advance(.milliseconds(example.seconds * 1000 / 4 - 50))
            answer += client.readNow()
            #expect(!client.sawEnd)
            #expect(!answer.contains("408"))
            client.send(example.drip)
        }
        server.advance(.milliseconds(400))
        answer += client.readNow()
        #expect(statuses(answer) == example.statuses)
        #expect(client.sawEnd)
        #expect(answer.contains("408") == answer.contains("Connection: close"))
    }

    func linger() throws {
        let server = try TestServer(isClockStopped: true)
        let client = SocketClient(server.server.port)
        client.send("nonsense\r\n")
        #expect(statuses(client.read(until: "\r\n\r\n")) == [400])
        server.advance(.milliseconds(1800))
        #expect(server.server.connectionCount >= 1)
        server.advance(.milliseconds(400))
        #expect(eventually { server.server.connectionCount == 0 })
        withExtendedLifetime(client) {}
    }

    func writeStall() throws {
        let server = try TestServer { $0.writeStallTime = .seconds(1) }
        let client = SocketClient(server.server.port, receiveBuffer: 4096)
        client.send(get("/big"))
        #expect(eventually { server.server.connectionCount == 1 })
        #expect(eventually { server.server.connectionCount == 0 })
        #expect(client.readAll().utf8.count < 8_000_000)
        let patient = SocketClient(server.server.port, receiveBuffer: 4096)
        patient.send(get("/big", "Connection: close\r\n"))
        #expect(patient.readAll().utf8.count > 8_000_000)
    }

    func leaving() throws {
        let server = try TestServer()
        server.gate.open()
        let phases = [
            "", "GET /", "POST /echo HTTP/1.1\r\n\(host)Content-Length: 9\r\n\r\nabc", get("/gate"), get("/big"),
            get("/events/a"), get("/gate") + get("/gate"), get("/") + "GET", "nonsense\r\n",
        ]
        for phase in phases {
            for leave in [SocketClient.close, SocketClient.reset, SocketClient.endSending] {
                let clients = (0..<4).map { _ in SocketClient(server.server.port) }
                for client in clients { client.send(phase) }
                for client in clients { leave(client)() }
                for client in clients { _ = client.readAll(seconds: 0.01); client.close() }
                #expect(eventually { server.server.connectionCount == 0 }, "\(phase)")
            }
        }
        #expect(eventually { server.hub.count == 0 })
        #expect(statuses(server.exchange(get("/"))) == [200])
    }

    func halfClose() throws {
        let server = try TestServer()
        let client = SocketClient(server.server.port)
        client.send(get("/gate") + get("/"))
        client.endSending()
        #expect(eventually { server.gate.waiting == 1 })
        server.gate.open()
        #expect(statuses(client.readAll()) == [200, 200])
        #expect(client.sawEnd)
    }
}
