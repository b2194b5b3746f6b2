// Long because: one suite, and the list of its tests.
import Eventually
import Glibc
import Synchronization
import Testing
import Threads

@testable import XignHTTP

private let host = "Host: localhost\r\n"

struct EventTests {
    @Test("Event streams", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("an event reaches the streams of its topic, a heartbeat all, and the end ends them", delivery),
        TestCase(
            "a connection is there for the next requests when its stream has ended, until it was idle for long enough",
            usedAgain),
        TestCase("an answer behind a stream is not slowed down by the small send buffer of streams", largeAnswer),
        TestCase("a request that was sent before the end of a stream is answered after it", pipelined),
        TestCase(
            "a connection that closes after its answer closes after its stream, and what came behind it is not answered",
            closing,
            each: [
                "GET /events/a HTTP/1.1\r\n\(host)Connection: close\r\n\r\n", "GET /events/a HTTP/1.0\r\n\r\n",
                get("/") + get("/events/a"),
            ]),
        TestCase("what waits behind the requests of streams is counted with the unfinished requests", heldInput),
        TestCase("to HTTP/1.0 a stream is not chunked, and ends with the connection", http10),
        TestCase("a stream that no answer carries is given back", lost),
        TestCase("a refusal for too many streams says when to come back", refusal),
        TestCase("a stream that falls behind is cut off, the others are not", slowReader),
        TestCase("a stream whose peer stopped reading is cut off at the second heartbeat", stalledReader),
        TestCase("publishing goes on while streams come and go", comingAndGoing),
        TestCase("streams follow each other on connections while others publish to them and end them", oneAfterAnother),
        TestCase("a thousand open streams each get what is theirs", thousandStreams),
    ]

    func delivery() throws {
        let server = try TestServer(isClockStopped: true)
        let client = SocketClient(server.server.port)
        client.send(get("/events/a"))
        let answer = client.read(until: "data: first\n\n\r\n")
        #expect(
            answer.contains("\r\nTransfer-Encoding: chunked\r\n")
                && answer.contains("\r\nContent-Type: text/event-stream\r\n"))
        #expect(server.hub.publish(Event("x", name: "n"), to: "a") == 1)
        #expect(server.hub.publish(Event("x"), to: "b") == 0)
        #expect(client.read(until: "x\n\n\r\n") == "12\r\nevent: n\ndata: x\n\n\r\n")
        server.advance(.milliseconds(14_900))
        #expect(client.readNow() == "")
        server.advance(.milliseconds(300))
        #expect(client.readNow() == "3\r\n:\n\n\r\n")
        server.advance(.milliseconds(15_200))
        #expect(client.readNow() == "3\r\n:\n\n\r\n")
        server.hub.end(topic: "b")
        server.hub.end(topic: "a")
        #expect(client.read(until: "0\r\n\r\n") == "0\r\n\r\n")
        #expect(eventually { server.hub.count == 0 })
        server.hub.end()
        #expect(statuses(server.exchange(get("/events/a"))) == [503])
    }

    func usedAgain() throws {
        let server = try TestServer(isClockStopped: true)
        let client = SocketClient(server.server.port)
        for _ in 0..<3 {
            client.send(get("/events/a"))
            let answer = client.read(until: "data: first\n\n\r\n")
            #expect(statuses(answer) == [200])
            #expect(!answer.contains("Connection: close"))
            server.advance(.milliseconds(15_200))
            #expect(client.readNow() == "3\r\n:\n\n\r\n")
            server.hub.end(topic: "a", with: Event("last"))
            #expect(client.read(until: "0\r\n\r\n") == "c\r\ndata: last\n\n\r\n0\r\n\r\n")
            #expect(eventually { server.hub.count == 0 })
            client.send(get("/hello/x"))
            #expect(client.read(until: "hello x").hasSuffix("\r\n\r\nhello x"))
        }
        client.send("HEAD /events/a HTTP/1.1\r\n\(host)\r\n" + get("/"))
        #expect(statuses(client.read(until: "root")) == [200, 200])
        #expect(server.hub.count == 0)
        // The network thread answers this one, so the clock does not move before the deadline is set.
        client.send(get("/constant"))
        #expect(client.read(until: "constant").hasSuffix("\r\n\r\nconstant"))
        server.advance(.milliseconds(70_000))
        #expect(client.readNow() == "")
        #expect(!client.sawEnd)
        server.advance(.milliseconds(6_000))
        #expect(client.readAll() == "")
        #expect(client.sawEnd)
    }

    func largeAnswer() throws {
        let server = try TestServer()
        let client = SocketClient(server.server.port)
        client.send(get("/events/a") + get("/big", "Connection: close\r\n"))
        #expect(client.read(until: "first\n\n\r\n").contains("first"))
        server.hub.end(topic: "a")
        #expect(client.readAll().utf8.count > 8_000_000)
        #expect(client.sawEnd)
    }

    func pipelined() throws {
        let server = try TestServer()
        let client = SocketClient(server.server.port)
        // Read with the stream's request; while it is open; cut in two by its end.
        client.send(get("/events/a") + get("/hello/1") + "GET /hel")
        #expect(client.read(until: "first\n\n\r\n").contains("first"))
        client.send("lo/2 HTTP/1.1\r\n\(host)\r\n" + "GET /hello/3 HTTP/1.1\r\n")
        server.hub.publish(Event("x"), to: "a")
        #expect(client.read(until: "x\n\n\r\n") == "9\r\ndata: x\n\n\r\n")
        #expect(client.read(seconds: 0.05) == nil)
        server.hub.end(topic: "a")
        let answers = client.read(until: "hello 2")
        #expect(answers.hasPrefix("0\r\n\r\n"))
        #expect(answers.contains("\r\n\r\nhello 1HTTP/1.1 200"))
        client.send(host + "\r\n")
        #expect(client.read(until: "hello 3").hasSuffix("\r\n\r\nhello 3"))
    }

    func closing(requests: String) throws {
        let server = try TestServer { $0.maxRequestsPerConnection = 2 }
        let client = SocketClient(server.server.port)
        client.send(requests + get("/hello/x"))
        #expect(client.read(until: "data: first\n\n").contains("\r\nConnection: close\r\n"))
        server.hub.end(topic: "a")
        #expect(!client.readAll().contains("hello"))
        #expect(client.sawEnd)
        client.close()
        #expect(eventually { server.hub.count == 0 && server.server.connectionCount == 0 })
    }

    func heldInput() throws {
        let server = try TestServer { $0.maxUnfinishedBytes = 10_000 }
        let clients = (0..<3).map { _ in SocketClient(server.server.port) }
        let answers = clients.map {
            $0.send(get("/events/a") + "POST /echo HTTP/1.1\r\n" + String(repeating: "X: y\r\n", count: 900))
            return $0.read(until: "first\n\n\r\n")
        }
        #expect(answers.map { $0.contains("\r\nConnection: close\r\n") } == [false, true, true])
        server.hub.end(topic: "a")
        #expect(clients[1].readAll() == "0\r\n\r\n")
        #expect(clients[1].sawEnd)
        for client in clients { client.close() }
        #expect(eventually { server.server.connectionCount == 0 })
        let client = SocketClient(server.server.port)
        client.send(get("/events/a") + "POST /echo HTTP/1.1\r\n" + String(repeating: "X: y\r\n", count: 900))
        #expect(!client.read(until: "first\n\n\r\n").contains("Connection: close"))
    }

    func http10() throws {
        let server = try TestServer(isClockStopped: true)
        let client = SocketClient(server.server.port)
        client.send("GET /events/a HTTP/1.0\r\n\r\n")
        let answer = client.read(until: "data: first\n\n")
        #expect(
            answer.hasSuffix("\r\n\r\ndata: first\n\n") && !answer.contains("chunked")
                && !answer.contains("Content-Length"))
        #expect(answer.contains("\r\nConnection: close\r\n"))
        server.hub.publish(Event("x"), to: "a")
        #expect(client.read(until: "x\n\n") == "data: x\n\n")
        server.advance(.milliseconds(15_200))
        #expect(client.readNow() == ":\n\n")
        server.hub.end()
        #expect(client.readAll() == "")
        #expect(client.sawEnd)
    }

    func lost() throws {
        let server = try TestServer()
        let answer = server.exchange(get("/lost") + get("/spoiled") + "HEAD /events/a HTTP/1.1\r\n\(host)\r\n")
        #expect(statuses(answer) == [403, 500, 200])
        #expect(answer.hasSuffix("\r\n\r\n"))
        #expect(eventually { server.hub.count == 0 })
    }

    func refusal() throws {
        let server = try TestServer()
        let clients = (0..<5).map { _ in SocketClient(server.server.port) }
        for client in clients { client.send(get("/events/a")) }
        let answers = clients.map { $0.read(until: "\r\n\r\n") }
        #expect(answers.filter { statuses($0) == [429] && $0.contains("\r\nRetry-After: 5\r\n") }.count == 1)
    }

    func slowReader() throws {
        let server = try TestServer()
        let slow = SocketClient(server.server.port, receiveBuffer: 4096), fast = SocketClient(server.server.port)
        for client in [slow, fast] { client.send(get("/events/a")) }
        #expect(eventually { server.hub.count == 2 })
        #expect(fast.read(until: "first").contains("first"))
        let event = Event(String(repeating: "x", count: 1000))
        var published = 0
        while server.hub.count == 2, published < 1000 {
            server.hub.publish(event, to: "a")
            published += 1
            while let part = fast.read(seconds: 0.002), !part.isEmpty {}
        }
        #expect(server.hub.count == 1)
        #expect(published < 200, "\(published)")
    }

    func stalledReader() throws {
        let server = try TestServer(isClockStopped: true) { $0.eventPendingBytes = 1 << 30 }
        let slow = SocketClient(server.server.port, receiveBuffer: 4096)
        slow.send(get("/events/a"))
        #expect(eventually { server.hub.publish(Event("x"), to: "a") == 1 })
        server.settle()
        for _ in 0..<200 { server.hub.publish(Event(String(repeating: "x", count: 5000)), to: "a") }
        server.advance(.milliseconds(15_200))
        #expect(server.hub.count == 1)
        server.advance(.milliseconds(15_200))
        #expect(eventually { server.hub.count == 0 })
    }

    func comingAndGoing() throws {
        let server = try TestServer(EventHub.Limits(perTopic: 1000, perClient: 1000)) { $0.networkThreads = 2 }
        let stop = Atomic(false), ended = Atomic(0)
        for index in 0..<3 {
            startThread("publisher") {
                while !stop.load(ordering: .relaxed) {
                    server.hub.publish(Event("\(index)"), to: "t\(index)")
                    if index == 0 { server.hub.publishToAll(Event("all")) }
                    usleep(200)
                }
                ended.add(1, ordering: .relaxed)
            }
        }
        for round in 0..<300 {
            let client = SocketClient(server.server.port)
            client.send(get("/events/t\(round % 3)"))
            if round % 2 == 0 { #expect(client.read(until: "first").contains("first")) }
            if round % 5 == 0 { client.reset() }
        }
        stop.store(true, ordering: .relaxed)
        #expect(
            eventually {
                ended.load(ordering: .relaxed) == 3 && server.hub.count == 0 && server.server.connectionCount == 0
            })
    }

    func oneAfterAnother()
        throws
    {
        let server = try TestServer { $0.networkThreads = 2 }
        let stop = Atomic(false), ended = Atomic(0)
        for _ in 0..<2 {
            startThread("publisher") {
                while !stop.load(ordering: .relaxed) {
                    for topic in 0..<4 {
                        server.hub.publish(Event(String(repeating: "x", count: 3000)), to: "t\(topic)")
                        server.hub.end(topic: "t\(topic)", with: Event("last"))
                    }
                    usleep(100)  // waits for nothing: leaves the processors to the others
                }
                ended.add(1, ordering: .relaxed)
            }
        }
        for topic in 0..<4 {
            startThread("client") {
                let client = SocketClient(server.server.port)
                for round in 0..<300 {
                    let name = "\(topic).\(round)"
                    // Every other time behind the stream, every other time with it: then the worker has the connection.
                    let isEarly = round % 2 == 0
                    client.send(get("/events/t\(topic)") + (isEarly ? get("/hello/\(name)") : ""))
                    var answer = isEarly ? "" : client.read(until: "\r\n0\r\n\r\n")
                    if !isEarly { client.send(get("/hello/\(name)")) }
                    answer += client.read(until: "hello \(name)")
                    #expect(statuses(answer) == [200, 200], "\(answer)")
                    #expect(answer.hasSuffix("\r\n\r\nhello \(name)"), "\(answer)")
                    #expect(answer.contains("\n\n\r\n0\r\n\r\nHTTP/1.1 200"), "\(answer)")
                }
                ended.add(1, ordering: .relaxed)
            }
        }
        #expect(eventually(seconds: 60) { ended.load(ordering: .relaxed) == 4 })
        stop.store(true, ordering: .relaxed)
        #expect(eventually { ended.load(ordering: .relaxed) == 6 })
        #expect(eventually { server.hub.count == 0 && server.server.connectionCount == 0 })
    }

    func thousandStreams() throws {
        let count = 1000
        var files = rlimit()
        getrlimit(__rlimit_resource_t(7), &files)  // RLIMIT_NOFILE; both ends are in this process
        files.rlim_cur = files.rlim_max
        setrlimit(__rlimit_resource_t(7), &files)
        let server = try TestServer { ($0.requestLimit, $0.exempt) = (count, [AddressRange(.loopback)]) }
        let clients = (0..<count).map { index in
            let client = SocketClient(server.server.port)
            client.send(get("/events/t\(index)"))
            return client
        }
        #expect(eventually(seconds: 20) { server.hub.count == count })
        #expect(clients.allSatisfy { $0.read(until: "first\n\n\r\n").contains("first") })
        #expect(server.hub.publish(Event("one"), to: "t500") == 1)
        #expect(clients[500].read(until: "one\n\n\r\n") == "b\r\ndata: one\n\n\r\n")
        #expect(server.hub.publishToAll(Event("all")) == count)
        #expect(clients.allSatisfy { $0.read(until: "all\n\n\r\n") == "b\r\ndata: all\n\n\r\n" })
        #expect(statuses(server.exchange(get("/"))) == [200])
        for client in clients { client.close() }
        #expect(eventually(seconds: 20) { server.hub.count == 0 && server.server.connectionCount == 0 })
    }
}
