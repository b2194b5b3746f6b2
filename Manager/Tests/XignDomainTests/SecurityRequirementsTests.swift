import Testing
import XignDomain
import XignProtocol

struct SecurityRequirementsTests {
    @Test("Requirements for the security of devices", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("Where nothing is required, every device is sufficient, also one without a check", none),
        TestCase("Only the refused findings count, and all of them are named", refused),
        TestCase("Whatever is required, a check must be there, on any platform", unchecked),
        TestCase(
            "A minimum holds on its own platform, and a system that names no version is outdated there", minimumSystem),
        TestCase("The time of a check decides nothing", date, each: [Int64.min, 0, 4_000_000_000, .max]),
        TestCase("Two requirements together demand what either demands", combined),
        TestCase("A policy keeps its requirements when it is stored, and one from an older version has none", stored),
        TestCase("A requirement that this version cannot read is an error and does not fall away", unreadable),
    ]

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

    func none() {
        for client in [Self.unchecked, Self.client(rooted: true, hooked: true, system: "")] {
            #expect(SecurityRequirements.none.findings(in: client, on: .iOS) == [])
        }
    }

    func refused() throws {
        let both = Self.client(rooted: true, hooked: true)
        #expect(try Self.requirements([.rooted]).findings(in: both, on: .iOS) == [.rooted])
        #expect(try Self.requirements([.hooked]).findings(in: both, on: .iOS) == [.hooked])
        let strict = try Self.requirements([.rooted, .hooked], [.iOS: "19"])
        #expect(strict.findings(in: both, on: .iOS) == [.rooted, .hooked, .outdatedSystem])
        #expect(strict.findings(in: Self.client(system: "iOS 19.0"), on: .iOS) == [])
    }

    func unchecked() throws {
        for requirements in [try Self.requirements([.rooted]), try Self.requirements([], [.iOS: "17"])] {
            for platform in [Platform.iOS, .linux, nil] {
                #expect(requirements.findings(in: Self.unchecked, on: platform) == [.unchecked])
            }
        }
    }

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

    func date(_ date: Int64) throws {
        #expect(try Self.requirements([.rooted]).findings(in: Self.client(date: date), on: .iOS) == [])
    }

    func combined() throws {
        let first = try Self.requirements([.rooted], [.iOS: "17", .linux: "12"])
        let second = try Self.requirements([.hooked], [.iOS: "17.6"])
        let both = try Self.requirements([.rooted, .hooked], [.iOS: "17.6", .linux: "12"])
        #expect(first.combined(with: second) == both)
        #expect(second.combined(with: first) == both)
        #expect(first.combined(with: .none) == first)
    }

    func stored() throws {
        var policy = Policy.standard
        policy.security = try Self.requirements([.rooted, .hooked], [.iOS: "17.6", .linux: "12"])
        let stored = try MessageCoding.encode(policy)
        #expect(try MessageCoding.decode(Policy.self, from: stored) == policy)
        let older = #"{"lockoutSeconds":[1],"permanentLockoutAfter":3,"pin":{"maximumLength":32,"minimumLength":6}}"#
        #expect(try MessageCoding.decode(Policy.self, from: Array(older.utf8)).security == .none)
    }

    func unreadable() {
        for stored in [#"{"refused":["emulated"],"minimumSystem":{}}"#, #"{"refused":[],"minimumSystem":{"iOS":"x"}}"#]
        {
            #expect(throws: DecodingError.self) {
                try MessageCoding.decode(SecurityRequirements.self, from: Array(stored.utf8))
            }
        }
    }
}
