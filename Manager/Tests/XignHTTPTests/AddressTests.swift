import Testing

@testable import XignHTTP

@Suite("Addresses and proxies") struct AddressTests {
    private func address(_ text: String) throws -> RemoteAddress { try #require(RemoteAddress(text)) }

    @Test("addresses are read and written") func text() throws {
        for text in ["127.0.0.1", "255.1.2.3", "2001:db8:0:0:0:0:0:1"] {
            #expect(try address(text).description == text)
        }
        #expect(try address("::ffff:1.2.3.4").description == "1.2.3.4" && address("127.0.0.1") == .loopback)
        #expect(try address("2001:db8::1").network == address("2001:db8::2").network)
        #expect(try address("2001:db8::1").network != address("2001:db8:0:1::1").network)
        for text in ["1.2.3", "", "1.2.3.4:5", "[::1]", "::1%lo", "01.2.3.4", " 1.2.3.4"] {
            #expect(RemoteAddress(text) == nil)
        }
    }

    @Test(
        "a range contains what its prefix says",
        arguments: [
            ("10.0.0.0/8", ["10.0.0.0", "10.255.255.255"], ["9.255.255.255", "11.0.0.0", "::a00:0", "::1"]),
            ("0.0.0.0/0", ["1.2.3.4", "255.255.255.255"], ["::1"]),
            ("10.1.2.3", ["10.1.2.3"], ["10.1.2.2"]),
            ("2001:db8::/32", ["2001:db8::1", "2001:db8:ffff::"], ["2001:db9::", "1.2.3.4"]),
            ("2001:db8::4/127", ["2001:db8::5"], ["2001:db8::6"]),
            ("::/0", ["::1", "ffff::"], ["1.2.3.4"]),
        ])
    func range(_ text: String, _ inside: [String], _ outside: [String]) throws {
        let range = try #require(AddressRange(text))
        for text in inside { #expect(range.contains(try address(text)), "\(text)") }
        for text in outside { #expect(!range.contains(try address(text)), "\(text)") }
        #expect(!range.contains(.local) && AddressRange.local.contains(.local))
    }

    @Test(
        "a range that is none is refused",
        arguments: [
            "", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/08", "10.0.0.1/8", "2001:db8::1/64", "::/129",
            "a/8", "1.2.3.4/8/8",
        ])
    func invalidRange(_ text: String) { #expect(AddressRange(text) == nil) }

    private let ranges = ["10.0.0.0/24", "2001:db8::/64"].compactMap { AddressRange($0) }

    private func client(_ field: TrustedProxies.Field, from peer: String = "10.0.0.1", _ fields: [HeaderField]) throws
        -> String
    {
        let client = TrustedProxies(ranges, field: field).client(try address(peer), Headers(fields))
        return "\(client.address) \(client.isSecure)"
    }

    @Test(
        "X-Forwarded-For is read from the right, as far as proxies are trusted",
        arguments: [
            ([], "10.0.0.1"), (["6.6.6.6, 1.2.3.4"], "1.2.3.4"), (["6.6.6.6, 1.2.3.4 ,\t10.0.0.2"], "1.2.3.4"),
            (["6.6.6.6", "1.2.3.4"], "1.2.3.4"), (["6.6.6.6, nonsense, 10.0.0.2"], "10.0.0.2"),
            (["1.2.3.4:80"], "10.0.0.1"),
            (["6.6.6.6, "], "10.0.0.1"), (["10.0.0.3, 10.0.0.2"], "10.0.0.3"),
            (["2001:db9::1"], "2001:db9:0:0:0:0:0:1"),
        ])
    func forwardedFor(_ values: [String], _ expected: String) throws {
        let fields = values.map { HeaderField("X-Forwarded-For", $0) }
        #expect(try client(.xForwarded, fields) == expected + " false")
        #expect(try client(.xForwarded, from: "9.9.9.9", fields) == "9.9.9.9 false")
        #expect(try client(.forwarded, fields) == "10.0.0.1 false")
    }

    @Test(
        "X-Forwarded-Proto is secure only when it is exactly that",
        arguments: [
            (["https"], true), (["HTTPS"], true), (["http"], false), (["https, http"], false), (["http, https"], false),
            (["https", "https"], false), ([], false), ([""], false),
        ])
    func forwardedProto(_ values: [String], _ expected: Bool) throws {
        let fields = values.map { HeaderField("X-Forwarded-Proto", $0) }
        #expect(try client(.xForwarded, fields) == "10.0.0.1 \(expected)")
        #expect(try client(.xForwarded, from: "9.9.9.9", fields) == "9.9.9.9 false")
    }

    @Test(
        "Forwarded is read the same way",
        arguments: [
            ("for=1.2.3.4", "1.2.3.4 false"), ("For=1.2.3.4;Proto=https;by=10.0.0.1;host=x", "1.2.3.4 true"),
            ("for=6.6.6.6;proto=https, for=1.2.3.4", "1.2.3.4 false"),
            ("for=1.2.3.4;proto=https, for=10.0.0.2;proto=http", "1.2.3.4 true"),
            ("for=\"[2001:db9::1]:4711\"", "2001:db9:0:0:0:0:0:1 false"), ("for=\"1.2.3.4:80\"", "1.2.3.4 false"),
            ("for=unknown", "10.0.0.1 false"), ("for=_hidden, for=10.0.0.2", "10.0.0.2 false"),
            ("for=", "10.0.0.1 false"),
            ("for=1.2.3.4;for=6.6.6.6", "10.0.0.1 false"), ("for=\"1.2.3.4", "10.0.0.1 false"),
            ("1.2.3.4", "10.0.0.1 false"),
            ("for=\"[::1]x\"", "10.0.0.1 false"), ("for=1.2.3.4;proto=https;proto=http", "10.0.0.1 false"),
            ("for=\"", "10.0.0.1 false"),
            ("by=x", "10.0.0.1 false"),
        ])
    func forwarded(_ value: String, _ expected: String) throws {
        #expect(try client(.forwarded, [HeaderField("Forwarded", value)]) == expected)
        #expect(try client(.xForwarded, [HeaderField("Forwarded", value)]) == "10.0.0.1 false")
    }
}
