import Testing
import XignDomain
import XignProtocol

@Suite("Requirements for the security of devices")
struct SecurityRequirementsTests {
    private static func requirements(
        _ refused: Set<SecurityFinding>, _ systems: [Platform: String] = [:]
    ) throws -> SecurityRequirements {
        SecurityRequirements(
            refused: refused, minimumSystem: try systems.mapValues { try #require(SystemVersion($0)) })
    }

    private static func client(
        rooted: Bool = false, hooked: Bool = false, system: String = "iOS Version 18.2 (Build 22C152)", date: Int64 = 0
    ) -> ClientInformation {
        ClientInformation(
            version: "1.0.0", platform: "iOS",
            securityCheck: .init(
                date: date, checkVersion: 1, osVersion: system, isRooted: rooted, isHooked: hooked))
    }

    private static let unchecked = ClientInformation(version: "1.0.0", platform: "iOS", securityCheck: nil)

    @Test("Where nothing is required, every device is sufficient, also one without a check")
    func none() {
        for client in [Self.unchecked, Self.client(rooted: true, hooked: true, system: "")] {
            #expect(SecurityRequirements.none.findings(in: client, on: .iOS) == [])
        }
    }

    @Test("Only the refused findings count, and all of them are named")
    func refused() throws {
        let both = Self.client(rooted: true, hooked: true)
        #expect(try Self.requirements([.rooted]).findings(in: both, on: .iOS) == [.rooted])
        #expect(try Self.requirements([.hooked]).findings(in: both, on: .iOS) == [.hooked])
        let strict = try Self.requirements([.rooted, .hooked], [.iOS: "19"])
        #expect(strict.findings(in: both, on: .iOS) == [.rooted, .hooked, .outdatedSystem])
        #expect(strict.findings(in: Self.client(system: "iOS 19.0"), on: .iOS) == [])
    }

    @Test("Whatever is required, a check must be there, on any platform")
    func unchecked() throws {
        for requirements in [try Self.requirements([.rooted]), try Self.requirements([], [.iOS: "17"])] {
            for platform in [Platform.iOS, .linux, nil] {
                #expect(requirements.findings(in: Self.unchecked, on: platform) == [.unchecked])
            }
        }
    }

    @Test("A minimum holds on its own platform, and a system that names no version is outdated there")
    func minimumSystem() throws {
        let requirements = try Self.requirements([], [.iOS: "18.2", .linux: "12"])
        for (system, platform, isOutdated) in [
            ("iOS 18.2", Platform.iOS, false), ("iOS 18.1.1", .iOS, true), ("iOS", .iOS, true),
            ("Debian GNU/Linux 12 (bookworm)", .linux, false), ("Debian GNU/Linux forky/sid", .linux, true),
            ("Android 9", .android, false), ("anything", nil, false),
        ] as [(String, Platform?, Bool)] {
            let findings = requirements.findings(in: Self.client(system: system), on: platform)
            #expect(findings == (isOutdated ? [.outdatedSystem] : []), "\(system)")
        }
    }

    @Test("The time of a check decides nothing", arguments: [Int64.min, 0, 4_000_000_000, .max])
    func date(_ date: Int64) throws {
        #expect(try Self.requirements([.rooted]).findings(in: Self.client(date: date), on: .iOS) == [])
    }

    @Test("Two requirements together demand what either demands")
    func combined() throws {
        let first = try Self.requirements([.rooted], [.iOS: "17", .linux: "12"])
        let second = try Self.requirements([.hooked], [.iOS: "17.6"])
        let both = try Self.requirements([.rooted, .hooked], [.iOS: "17.6", .linux: "12"])
        #expect(first.combined(with: second) == both)
        #expect(second.combined(with: first) == both)
        #expect(first.combined(with: .none) == first)
    }

    @Test("A policy keeps its requirements when it is stored, and one from an older version has none")
    func stored() throws {
        var policy = Policy.standard
        policy.security = try Self.requirements([.rooted, .hooked], [.iOS: "17.6", .linux: "12"])
        let stored = try MessageCoding.encode(policy)
        #expect(try MessageCoding.decode(Policy.self, from: stored) == policy)
        let older = #"{"lockoutSeconds":[1],"permanentLockoutAfter":3,"pin":{"maximumLength":32,"minimumLength":6}}"#
        #expect(try MessageCoding.decode(Policy.self, from: Array(older.utf8)).security == .none)
    }

    @Test("A requirement that this version cannot read is an error and does not fall away")
    func unreadable() {
        for stored in [#"{"refused":["emulated"],"minimumSystem":{}}"#, #"{"refused":[],"minimumSystem":{"iOS":"x"}}"#]
        {
            #expect(throws: DecodingError.self) {
                try MessageCoding.decode(SecurityRequirements.self, from: Array(stored.utf8))
            }
        }
    }
}
