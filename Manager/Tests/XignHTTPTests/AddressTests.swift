import Testing

@testable import XignHTTP

struct AddressTests {
    @Test("Addresses and proxies", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("addresses are read and written", text),
        TestCase(
            "a client is counted in the networks that a customer may have, the narrowest first", networks,
            each: [
                ("192.0.2.1", ["192.0.2.1"]), ("::ffff:192.0.2.1", ["192.0.2.1"]),
                (
                    "2001:db8:1:abcd:2:3:4:5",
                    ["2001:db8:1:abcd::/64", "2001:db8:1:ab00::/56", "2001:db8:1:0::/48"]
                ),
            ]),
        TestCase("neighbours in a network are one, and a network of another size is another one", sameNetwork),
        TestCase("a client that no proxy named is exempt from nothing, whatever the ranges", unknown),
        TestCase(
            "a range contains what its prefix says", range,
            each: [
                ("10.0.0.0/8", ["10.0.0.0", "10.255.255.255"], ["9.255.255.255", "11.0.0.0", "::a00:0", "::1"]),
                ("0.0.0.0/0", ["1.2.3.4", "255.255.255.255"], ["::1"]),
                ("10.1.2.3", ["10.1.2.3"], ["10.1.2.2"]),
                ("2001:db8::/32", ["2001:db8::1", "2001:db8:ffff::"], ["2001:db9::", "1.2.3.4"]),
                ("2001:db8::4/127", ["2001:db8::5"], ["2001:db8::6"]),
                ("::/0", ["::1", "ffff::"], ["1.2.3.4"]),
                ("[::1]", ["::1"], ["::2"]), ("[2001:db8::]/32", ["2001:db8::1"], ["2001:db9::"]),
            ]),
        TestCase(
            "a range that is none is refused", invalidRange,
            each: [
                "", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/08", "10.0.0.1/8", "2001:db8::1/64", "::/129",
                "a/8", "1.2.3.4/8/8", "[", "[]", "[::1", "[10.0.0.1]", "*", "localhost",
            ]),
        TestCase(
            "X-Forwarded-For is read from the right, as far as proxies are trusted", forwardedFor,
            each: [
                (["6.6.6.6, 1.2.3.4"], "1.2.3.4"), (["6.6.6.6, 1.2.3.4 ,\t10.0.0.2"], "1.2.3.4"),
                (["6.6.6.6", "1.2.3.4"], "1.2.3.4"), (["10.0.0.3, 10.0.0.2"], "10.0.0.3"),
                (["2001:db9::1"], "2001:db9:0:0:0:0:0:1"), (["1.2.3.4:80"], "1.2.3.4"),
                (["[2001:db9::1]:80"], "2001:db9:0:0:0:0:0:1"), (["[2001:db9::1]"], "2001:db9:0:0:0:0:0:1"),
                (["6.6.6.6, 1.2.3.4:80, 10.0.0.2:443"], "1.2.3.4"),
            ]),
        TestCase(
            "a client that a trusted proxy does not name by an address is unknown, and never the proxy", unnamedClient,
            each: [
                [], [""], ["unknown"], ["\"[2001:db9::1]\""], ["\"1.2.3.4\""], ["6.6.6.6, "],
                ["6.6.6.6, nonsense, 10.0.0.2"],
                ["1.2.3.4:"], ["1.2.3.4:x"], ["[2001:db9::1"], ["[2001:db9::1]x"], ["[1.2.3.4]:80"], ["localhost:80"],
                ["fe80::1%eth0"], [":80"], ["[]"],
            ]),
        TestCase(
            "X-Forwarded-Proto is https only when it is exactly that", forwardedProto,
            each: [
                (["https"], "https"), (["HTTPS"], "https"), (["http"], "http"), (["https, http"], "http"),
                (["http, https"], "http"), (["https", "https"], "http"), ([], "nil"), ([""], "http"),
            ]),
        TestCase(
            "Forwarded is read the same way", forwarded,
            each: [
                ("for=1.2.3.4", "1.2.3.4 nil"), ("For=1.2.3.4;Proto=https;by=10.0.0.1;host=x", "1.2.3.4 https"),
                ("for=6.6.6.6;proto=https, for=1.2.3.4", "1.2.3.4 nil"),
                ("for=1.2.3.4;proto=https, for=10.0.0.2;proto=http", "1.2.3.4 https"),
                ("for=\"[2001:db9::1]:4711\"", "2001:db9:0:0:0:0:0:1 nil"), ("for=\"1.2.3.4:80\"", "1.2.3.4 nil"),
                ("for=unknown", "unknown nil"), ("for=_hidden, for=10.0.0.2;proto=http", "unknown http"),
                ("for=", "unknown nil"), ("for=1.2.3.4;for=6.6.6.6", "unknown nil"), ("for=\"1.2.3.4", "unknown nil"),
                ("1.2.3.4", "unknown nil"), ("for=\"[::1]x\"", "unknown nil"),
                ("for=1.2.3.4;proto=https;proto=http", "unknown nil"), ("for=\"", "unknown nil"),
                ("by=x", "unknown nil"),
            ]),
    ]

    private func address(_ text: String) throws -> RemoteAddress { try #require(RemoteAddress(text)) }

    func text() throws {
        for text in ["127.0.0.1", "255.1.2.3", "2001:db8:0:0:0:0:0:1"] {
            #expect(try address(text).description == text)
        }
        #expect(try address("::ffff:1.2.3.4").description == "1.2.3.4")
        #expect(try address("127.0.0.1") == .loopback)
        for text in ["1.2.3", "", "1.2.3.4:5", "[::1]", "::1%lo", "01.2.3.4", " 1.2.3.4"] {
            #expect(RemoteAddress(text) == nil)
        }
    }

    func networks(_ client: String, _ expected: [String]) throws {
        let client = try address(client)
        #expect(client.networks.map(\.description) == expected)
        #expect(client.network == client.networks.first)
        #expect(client.widestNetwork == client.networks.last)
        #expect(client.networks.map(\.allowance) == Array([1, 2, 4].prefix(expected.count)))
    }

    func sameNetwork() throws {
        #expect(try address("2001:db8::1").network == address("2001:db8::2").network)
        #expect(try address("2001:db8::1").network != address("2001:db8:0:1::1").network)
        #expect(try address("2001:db8::1").widestNetwork == address("2001:db8:0:ffff::1").widestNetwork)
        #expect(try address("2001:db8::1").widestNetwork != address("2001:db8:1::1").widestNetwork)
        #expect(try Set(address("2001:db8::").networks).count == 3)
        #expect(RemoteAddress.unknown.network != RemoteAddress.local.network)
    }

    func unknown() {
        let ranges = ["0.0.0.0/0", "::/0"].compactMap { AddressRange($0) }
        #expect(!ranges.covers(.unknown))
        #expect(ranges.covers(.loopback))
        #expect(ranges.covers(.local))
        #expect("\(RemoteAddress.unknown.network)" == "unknown")
    }

    func range(_ text: String, _ inside: [String], _ outside: [String]) throws {
        let range = try #require(AddressRange(text))
        for text in inside { #expect(range.contains(try address(text)), "\(text)") }
        for text in outside { #expect(!range.contains(try address(text)), "\(text)") }
        #expect(!range.contains(.local))
        #expect(AddressRange.local.contains(.local))
    }

    func invalidRange(_ text: String) { #expect(AddressRange(text) == nil) }

    private let ranges = ["10.0.0.0/24", "2001:db8::/64"].compactMap { AddressRange($0) }

    private func client(_ field: TrustedProxies.Field, from peer: String = "10.0.0.1", _ fields: [HeaderField]) throws
        -> String
    {
        let client = TrustedProxies(ranges, field: field).client(try address(peer), Headers(fields))
        return "\(client.address) \(client.scheme.map { "\($0)" } ?? "nil")"
    }

    func forwardedFor(_ values: [String], _ expected: String) throws {
        let fields = values.map { HeaderField("X-Forwarded-For", $0) }
        #expect(try client(.xForwarded, fields) == expected + " nil")
        #expect(try client(.xForwarded, from: "9.9.9.9", fields) == "9.9.9.9 nil")
        #expect(try client(.forwarded, fields) == "unknown nil")
    }

    func unnamedClient(_ values: [String]) throws {
        let fields = values.map { HeaderField("X-Forwarded-For", $0) }
        #expect(try client(.xForwarded, fields) == "unknown nil")
    }

    func forwardedProto(_ values: [String], _ expected: String) throws {
        let fields = [HeaderField("X-Forwarded-For", "1.2.3.4")] + values.map { HeaderField("X-Forwarded-Proto", $0) }
        #expect(try client(.xForwarded, fields) == "1.2.3.4 \(expected)")
        #expect(try client(.xForwarded, from: "9.9.9.9", fields) == "9.9.9.9 nil")
    }

    func forwarded(_ value: String, _ expected: String) throws {
        #expect(try client(.forwarded, [HeaderField("Forwarded", value)]) == expected)
        #expect(try client(.xForwarded, [HeaderField("Forwarded", value)]) == "unknown nil")
    }
}
