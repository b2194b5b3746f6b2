import Foundation
import Testing
import XignSDKTesting

@testable import XignSDK

/// Errors of a flow that name what stands between a device and its manager.
struct ForeignAnswerTests {
    @Test("what is not the manager", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(await Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "is named by an HTTP error, and its code stays", statuses,
            each: [
                (TransportResponse(status: 511), ForeignAnswer.networkLogin, "asks to log in"),
                (TransportResponse(status: 407), .proxyPassword, "password"),
                (
                    TransportResponse(status: 302, headers: ["location": "http://portal.example/login?token=secret"]),
                    .redirect(to: "http://portal.example"), "http://portal.example"
                ),
                (TransportResponse(status: 307, headers: ["location": "/login"]), .redirect(to: nil), "redirect"),
                (TransportResponse(status: 403, headers: ["content-type": "text/html"]), .page, "web page"),
                (
                    TransportResponse(status: 404, headers: ["content-type": "Text/HTML; charset=utf-8"]), .page,
                    "web page"
                ),
                (TransportResponse(status: 502, headers: ["content-type": "text/html"]), .gateway, "try again later"),
            ]),
        TestCase("is named by a page of status 200, in place of an answer and of key material", page),
        TestCase("an answer that a manager could give is none of it", managers, each: [400, 404, 429, 500, 503]),
        TestCase(
            "is named where no answer came, with its cause and the advice, and the code stays", causes,
            each: [
                (TransportError.proxy(.passwordNeeded), "proxy demands a password", "https_proxy"),
                (.proxy(.refused(status: 403)), "403", "https_proxy"),
                (.proxy(.refused(status: 511)), "asks to log in", "browser"),
                (.proxy(.socksRefused(reply: 2)), "SOCKS", "https_proxy"), (.proxy(.broken), "closed", "https_proxy"),
                (.hostNotFound, "DNS", "DNS"), (.notConnected(errno: ECONNREFUSED), "connection refused", "network"),
                (.notSecured, "before it was secured", "browser"), (.notHTTP, "does not speak HTTP", "browser"),
            ]),
    ]

    let manager: TestManager
    let device: TestDevice

    init() async throws {
        manager = try TestManager()
        device = try await TestDevice.personalized(at: manager)
    }

    private func failure(_ answer: TransportResponse) async -> XignSdkError? {
        manager.state.withLock { $0.unsealed = answer }
        return await #expect(throws: XignSdkError.self) { try await device.start() }
    }

    func statuses(answer: TransportResponse, kind: ForeignAnswer, words: String) async throws {
        let error = try #require(await failure(answer))
        #expect(error.errorCode == .httpError)
        #expect(error.underlying as? ForeignAnswer == kind)
        #expect(error.message.contains(words))
        #expect(!error.description.contains("secret"))
    }

    func page() async throws {
        for headers in [["content-type": "text/html"], [:]] {
            let page = TransportResponse(status: 200, headers: headers, body: Data("\n<html>Log in</html>".utf8))
            let error = try #require(await failure(page))
            #expect(error.errorCode == .responseInvalid)
            #expect(error.underlying as? ForeignAnswer == .page)
            #expect(error.message.contains("web page"))
        }
    }

    func managers(status: Int) async throws {
        let error = try #require(await failure(TransportResponse(status: status)))
        #expect(error.underlying == nil)
        #expect(error.message.contains("The manager answered"))
    }

    func causes(problem: TransportError, reason: String, advice: String) async throws {
        let transport = FailingTransport([.init(error: problem), .init(error: problem)], before: manager)
        let device = try TestDevice(manager, folder: device.folder, transport: transport)
        let error = try #require(await #expect(throws: XignSdkError.self) { try await device.start() })
        #expect(error.errorCode == .connectionFailed)
        #expect(error.underlying as? TransportError == problem)
        #expect(error.message.contains(reason))
        #expect(error.message.contains(advice))
    }
}
