import Logging
import Testing
import XignDomain
import XignHTTP
import XignProtocol

@testable import XignDeviceAPI

/// The log lines by which an operator finds what a device reports.
struct RequestIDTests {
    @Test("Request ids of devices", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("A refused request is logged with operation, reason and id", refused),
        TestCase("A request that cannot be opened is logged with its id", unreadable),
        TestCase("An id of another form, or two of them, are ignored", otherForms),
        TestCase("Ten refusals of a kind are lines at once, further ones one line with their count", flood),
        TestCase("A request that succeeds leaves no line", success),
    ]

    private static let id = "0f1e2d3c4b5a69788796a5b4c3d2e1f0"

    let lines: LogLines
    let manager: TestManager
    let device: RawDevice

    init() throws {
        let lines = LogLines()
        self.lines = lines
        manager = try TestManager(log: Log { lines.append($0) })
        device = try RawDevice(manager)
    }

    private func status(of activation: ActivationID, _ ids: [String] = [Self.id]) throws {
        let sealed = try device.seal(Status.self, .init(activationId: activation), proven: true)
        #expect(manager.post("status", sealed.bytes, ids).status == .ok)
    }

    private func line() throws -> JSONValue { try lines.last("deviceRequestRefused") }

    func refused() throws {
        try status(of: .random())
        let line = try line()
        #expect(line["operation"]?.string == "status")
        #expect(line["reason"]?.string == "activationUnknown")
        #expect(line["requestID"]?.string == Self.id)
        #expect(line["refused"]?.string == "1")
        #expect(line["network"]?.string == nil)
    }

    func unreadable() throws {
        #expect(manager.post("status", [1, 2, 3], [Self.id]).status == .badRequest)
        let line = try line()
        #expect(line["reason"]?.string == "notSealed")
        #expect(line["requestID"]?.string == Self.id)
    }

    func otherForms() throws {
        let short = String(Self.id.dropLast())
        for ids in [[], [short], [Self.id + "0"], [Self.id.uppercased()], [short + "g"], [Self.id, Self.id]] {
            let before = lines.count("deviceRequestRefused")
            try status(of: .random(), ids)
            #expect(lines.count("deviceRequestRefused") == before + 1)
            #expect(try line()["requestID"]?.string == nil, "\(ids)")
        }
    }

    func flood() throws {
        for _ in 0..<25 { try status(of: .random()) }
        #expect(lines.count("deviceRequestRefused") == 10)
        #expect(manager.post("status", [1], [Self.id]).status == .badRequest)
        #expect(lines.count("deviceRequestRefused") == 11, "another reason")
        manager.clock.advance(seconds: 60)
        try status(of: .random())
        #expect(lines.count("deviceRequestRefused") == 12)
        #expect(try line()["refused"]?.string == "16")
    }

    func success() throws {
        try status(of: device.activation)
        #expect(lines.count("deviceRequestRefused") == 0)
    }
}
