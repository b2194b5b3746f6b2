import Testing
import XignHTTP

@testable import OutgoingHTTPS

@Suite("Requests to websites")
struct HTTPSClientTests {
    /// A port of loopback at which nobody listens.
    private static let silentPort = 9

    private func failure(_ url: String, _ client: HTTPSClient = HTTPSClient()) -> HTTPSFailure? {
        do {
            _ = try client.post([], to: url)
            return nil
        } catch { return error }
    }

    @Test(
        "A name or a number that leads to this machine is refused before anything is sent",
        arguments: [
            "localhost", "127.0.0.1", "127.1", "2130706433", "0x7f000001", "0.0.0.0", "[::1]", "[::ffff:127.0.0.1]",
        ]
    )
    func loopback(_ host: String) {
        guard case .addressRefused? = failure("https://\(host):\(Self.silentPort)/logout") else {
            Issue.record("\(host) was not refused: \(String(describing: failure("https://\(host):9/logout")))")
            return
        }
    }

    @Test("An address that the operator lists is connected to")
    func listed() throws {
        let client = HTTPSClient(AddressPolicy(listed: [AddressRange(.loopback)]))
        let failure = failure("https://127.0.0.1:\(Self.silentPort)/logout", client)
        guard case .failed? = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
    }

    @Test(
        "Only https is spoken",
        arguments: ["http://example.org/", "ftp://example.org/", "file:///etc/passwd", "gopher://example.org/", "x"])
    func schemes(_ url: String) { #expect(failure(url) == .notHTTPS) }

    @Test("A URL with characters that would end it early is refused")
    func characters() { #expect(failure("https://example.org/\r\nX: y") == .notHTTPS) }
}
