import Testing

@testable import OutgoingHTTPS

struct CertificateDateTests {
    @Test("Dates of certificates and answers", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "Each form is read: libcurl's with OpenSSL and with GnuTLS, and that of HTTP", forms,
            each: ["Nov 24 07:36:46 2026 GMT", "2026-11-24 07:36:46 GMT", "Tue, 24 Nov 2026 07:36:46 GMT"]),
        TestCase("A day with one digit has a blank before it", blank),
        TestCase(
            "Anything else is no date", noDate,
            each: ["", "soon", "Nov 24 07:36:46 2026", "2026-11-24 07:36:46 GMT ", "2026-13-24 07:36:46 GMT", "-1"]),
        TestCase("A name that is not public is reached, since the operator has chosen it", ownAddress),
    ]

    func forms(_ text: String) { #expect(CertificateDate.seconds(text) == 1_795_505_806) }

    func blank() { #expect(CertificateDate.seconds("Nov  4 07:36:46 2026 GMT") == 1_793_777_806) }

    func noDate(_ text: String) { #expect(CertificateDate.seconds(text) == nil) }

    func ownAddress() {
        // Nobody listens there: the connection is refused, not the address.
        let failure = #expect(throws: HTTPSFailure.self) { try Inspector().get("https://127.0.0.1:9/") }
        guard case .notConnected? = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
    }
}
