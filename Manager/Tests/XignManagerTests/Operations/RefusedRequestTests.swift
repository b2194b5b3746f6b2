import Logging
import Testing
import XignDomain
import XignHTTP
import XignProtocol

@testable import XignServer

struct RefusedRequestTests {
    @Test("What the log tells of authorization requests that are refused", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("A refused authorization request that goes back to the website is logged with its reason", refused),
        TestCase("One refusal is logged once a minute, with the number of them, and others beside it", merged),
        TestCase("No number of requests fills the log with refusals", floodOfRefusals),
        TestCase("A pushed request that another login has used up is logged when it goes back", requestUsed),
    ]

    private let lines = LogLines()

    private func provider() throws -> Provider { try Provider(log: Log { [lines] in lines.append($0) }) }

    func refused() throws {
        let provider = try provider()
        let target = Website.shop.target(["code_challenge": nil, "code_challenge_method": nil, "state": "secret-state"])
        #expect(try provider.get(target).status == 303)
        let line = try lines.last("requestRefused")
        #expect(line["level"]?.string == "info")
        #expect(line["client"]?.string == "shop")
        #expect(line["error"]?.string == "invalid_request")
        #expect(line["description"]?.string == "code_challenge is missing (RFC 7636)")
        #expect(line["refused"]?.string == "1")
        #expect(!"\(line.serialized)".contains("secret-state"))
        // By a form, too.
        _ = try provider.get(Website.legacy.target(["scope": nil, "response_mode": "form_post"]))
        #expect(try lines.last("requestRefused")["client"]?.string == "legacy")
    }

    func merged() throws {
        let provider = try provider()
        for _ in 0..<5 { _ = try provider.get(Website.shop.target(["scope": nil])) }
        #expect(lines.count("requestRefused") == 1)
        _ = try provider.get(Website.shop.target(["prompt": "x"]))
        _ = try provider.get(Website.legacy.target(["scope": nil]))
        #expect(lines.count("requestRefused") == 3)
        provider.advance(seconds: 59)
        _ = try provider.get(Website.shop.target(["scope": nil]))
        #expect(lines.count("requestRefused") == 3)
        provider.advance(seconds: 1)
        _ = try provider.get(Website.shop.target(["scope": nil]))
        #expect(lines.count("requestRefused") == 4)
        #expect(try lines.last("requestRefused")["refused"]?.string == "6")
    }

    func floodOfRefusals() throws {
        let provider = try provider()
        let letters = Array("abcdefghijklmnopqrstuvwxyz")
        for first in letters {
            for second in letters {
                _ = try provider.get(Website.shop.target() + "&\(first)\(second)&\(first)\(second)")
            }
        }
        #expect(lines.count("requestRefused") == 101)
        provider.advance(seconds: 60)
        _ = try provider.get(Website.legacy.target(["scope": nil]))
        #expect(lines.count("requestRefused") == 102)
        #expect(try lines.last("requestRefused")["client"]?.string == "legacy")
    }

    func requestUsed() throws {
        let provider = try provider()
        let pushed = try provider.post("/openid/par", Website.shop.request(), headers: Website.shop.authorization)
        let uri = try #require(try pushed.json["request_uri"]?.string)
        let target = "/openid/authenticate?" + Provider.encoded([("client_id", "shop"), ("request_uri", uri)])
        var browsers = [Browser(provider), Browser(provider)]
        let ids = try browsers.indices.map { try browsers[$0].session(in: try browsers[$0].get(target)) }
        for index in ids.indices {
            try provider.confirm(ids[index])
            _ = try browsers[index].post("/login/\(ids[index])/continue")
        }
        #expect(try lines.last("requestRefused")["error"]?.string == "invalid_request_uri")
        let cancelled = try browsers[0].begin(.legacy)
        _ = try browsers[0].post("/login/\(cancelled)/cancel")
        #expect(lines.count("requestRefused") == 1)
    }
}
