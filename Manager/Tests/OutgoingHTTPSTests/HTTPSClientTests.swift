import Testing
import XignHTTP

@testable import OutgoingHTTPS

struct HTTPSClientTests {
    @Test("Requests to websites", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "A name or a number that leads to this machine is refused before anything is sent", loopback,
            each: [
                "localhost", "127.0.0.1", "127.1", "2130706433", "0x7f000001", "0.0.0.0", "[::1]", "[::ffff:127.0.0.1]",
            ]),
        TestCase("An address that the operator lists is connected to", listed),
        TestCase(
            "Only https is spoken", schemes,
            each: ["http://example.org/", "ftp://example.org/", "file:///etc/passwd", "gopher://example.org/", "x"]),
        TestCase("A URL with characters that would end it early is refused", characters),
    ]

    /// A port of loopback at which nobody listens.
    private static let silentPort = 9

    private func failure(_ url: String, _ client: HTTPSClient = HTTPSClient()) -> HTTPSFailure? {
        do {
            _ = try client.post([], to: url)
            return nil
        } catch { return error }
    }

    func loopback(_ host: String) {
        guard case .addressRefused? = failure("https://\(host):\(Self.silentPort)/logout") else {
            Issue.record("\(host) was not refused: \(String(describing: failure("https://\(host):9/logout")))")
            return
        }
    }

    func listed() throws {
        let client = HTTPSClient(AddressPolicy(listed: [AddressRange(.loopback)]))
        let failure = failure("https://127.0.0.1:\(Self.silentPort)/logout", client)
        guard case .failed? = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
    }

    func schemes(_ url: String) { #expect(failure(url) == .notHTTPS) }

    func characters() { #expect(failure("https://example.org/\r\nX: y") == .notHTTPS) }
}
