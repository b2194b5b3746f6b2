import Testing
import XignHTTP

@testable import OutgoingHTTPS

struct AddressPolicyTests {
    @Test("Addresses that the manager connects to", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "Public addresses are admitted, also behind NAT64", open,
            each: [
                "1.1.1.1", "8.8.8.8", "100.63.255.255", "100.128.0.1", "172.15.0.1", "172.32.0.1", "192.0.1.1",
                "198.17.255.255", "198.20.0.1", "223.255.255.255", "2600::1", "2a00:1450::1", "2001:200::1",
                "64:ff9b::808:808", "::ffff:8.8.8.8",
            ]),
        TestCase(
            "Addresses of this machine, of private networks and of special purposes are refused", closed,
            each: [
                "0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.255", "127.0.0.1",
                "127.255.255.255", "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.2.1",
                "192.88.99.1", "192.168.0.1", "198.18.0.1", "198.19.255.255", "198.51.100.1", "203.0.113.1",
                "224.0.0.1",
                "239.255.255.255", "240.0.0.1", "255.255.255.255",
                "::", "::1", "::7f00:1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254",
                "64:ff9b::7f00:1",
                "64:ff9b::a00:1", "64:ff9b:1::1", "100::1", "2001::1", "2001:2::1", "2001:db8::1", "2002:7f00:1::1",
                "3fff::1", "4000::1", "5f00::1", "fc00::1", "fd12:3456::1", "fe80::1", "febf::1", "fec0::1", "ff02::1",
            ]),
        TestCase("An address that the operator lists is admitted, and no other", listed),
    ]

    private func admits(_ text: String, listed: [String] = []) throws -> Bool {
        let address = try #require(RemoteAddress(text))
        return AddressPolicy(listed: try listed.map { try #require(AddressRange($0)) }).admits(address)
    }

    func open(_ address: String) throws { #expect(try admits(address)) }

    func closed(_ address: String) throws { #expect(try !admits(address)) }

    func listed() throws {
        let listed = ["10.1.0.0/16", "fd12::/16", "127.0.0.1"]
        for address in ["10.1.2.3", "fd12::9", "127.0.0.1", "::ffff:10.1.2.3"] {
            #expect(try admits(address, listed: listed), "\(address)")
        }
        for address in ["10.2.0.1", "fd13::1", "127.0.0.2", "::1", "64:ff9b::a01:203"] {
            #expect(try !admits(address, listed: listed), "\(address)")
        }
    }
}
