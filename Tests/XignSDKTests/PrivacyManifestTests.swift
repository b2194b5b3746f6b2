import Foundation
import Testing
import XignProtocol

/// Apple's privacy manifest, compared with the sources that Apple's systems build.
struct PrivacyManifestTests {
    @Test("the privacy manifest", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("gives a reason for each kind of interface that the sources use, and for no other", interfaces),
        TestCase("declares the data of each attribute and of the device, for the app's function alone", collected),
        TestCase("is a resource of the SDK on Apple's systems, and of no other", resource),
    ]

    private struct Manifest: Decodable {
        struct Interface: Decodable {
            let NSPrivacyAccessedAPIType: String
            let NSPrivacyAccessedAPITypeReasons: [String]
        }
        struct Collected: Decodable {
            let NSPrivacyCollectedDataType: String
            let NSPrivacyCollectedDataTypeLinked: Bool
            let NSPrivacyCollectedDataTypeTracking: Bool
            let NSPrivacyCollectedDataTypePurposes: [String]
        }
        let NSPrivacyTracking: Bool
        let NSPrivacyTrackingDomains: [String]
        let NSPrivacyAccessedAPITypes: [Interface]
        let NSPrivacyCollectedDataTypes: [Collected]
    }

    private static let package = SymbolGraph.package
    private static let path = "Platform/Apple/PrivacyInfo.xcprivacy"

    private func manifest() throws -> Manifest {
        let file = Self.package.appendingPathComponent("Sources/XignSDK/\(Self.path)")
        return try PropertyListDecoder().decode(Manifest.self, from: Data(contentsOf: file))
    }

    /// Apple's list of interfaces that need a reason ("Describing use of required reason API"), by their category.
    private static let needingReason = [
        "FileTimestamp": """
        stat fstat lstat fstatat getattrlist fgetattrlist getattrlistat getattrlistbulk attributesOfItem creationDate \
        modificationDate fileModificationDate contentModificationDateKey creationDateKey
        """,
        "SystemBootTime": "systemUptime mach_absolute_time",
        "DiskSpace": """
        statfs fstatfs statvfs fstatvfs systemFreeSize systemSize volumeAvailableCapacityKey \
        volumeAvailableCapacityForImportantUsageKey volumeAvailableCapacityForOpportunisticUsageKey \
        volumeTotalCapacityKey
        """,
        "ActiveKeyboards": "activeInputModes",
        "UserDefaults": "UserDefaults NSUserDefaults",
    ]

    /// Returns the code that Apple's systems build, without comments.
    private func sources() throws -> String {
        var text = ""
        for module in ["XignSDK", "XignProtocol", "XignCrypto"] {
            let folder = Self.package.appendingPathComponent("Sources/\(module)")
            let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
            for case let file as URL in files where file.pathExtension == "swift" {
                if ["/Platform/Linux/", "/LibCrypto/"].contains(where: file.path.contains) { continue }
                let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
                for line in lines { text += (line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line) + "\n" }
            }
        }
        return text
    }

    func interfaces() throws {
        let sources = try sources()
        let used = try Self.needingReason.filter { _, names in
            let names = names.split(separator: " ").joined(separator: "|")
            return try sources.firstMatch(of: Regex("\\b(\(names))\\b")) != nil
        }
        let declared = try manifest().NSPrivacyAccessedAPITypes
        #expect(
            Set(used.keys.map { "NSPrivacyAccessedAPICategory\($0)" })
                == Set(declared.map(\.NSPrivacyAccessedAPIType)))
        #expect(declared.map(\.NSPrivacyAccessedAPITypeReasons) == [["C617.1"]])
    }

    /// Returns Apple's type for an attribute's data.
    private func type(of attribute: AttributeName) -> String {
        switch attribute {
        case .username: "UserID"
        case .nickname, .givenName, .familyName: "Name"
        case .email: "EmailAddress"
        case .phoneNumber: "PhoneNumber"
        case .address: "PhysicalAddress"
        case .birthdate, .nationality, .placeOfBirth, .gender, .salutation: "OtherDataTypes"
        }
    }

    func collected() throws {
        let manifest = try manifest()
        // The activation is the device's identifier at its manager.
        let types = Set(AttributeName.allCases.map(type) + ["DeviceID"])
        let declared = manifest.NSPrivacyCollectedDataTypes
        #expect(Set(declared.map(\.NSPrivacyCollectedDataType)) == Set(types.map { "NSPrivacyCollectedDataType\($0)" }))
        #expect(declared.count == types.count)
        #expect(Set(declared.map(\.NSPrivacyCollectedDataTypeLinked)) == [true])
        #expect(Set(declared.map(\.NSPrivacyCollectedDataTypeTracking)) == [false])
        let purposes = Set(declared.map(\.NSPrivacyCollectedDataTypePurposes))
        #expect(purposes == [["NSPrivacyCollectedDataTypePurposeAppFunctionality"]])
        #expect(!manifest.NSPrivacyTracking)
        #expect(manifest.NSPrivacyTrackingDomains == [])
    }

    func resource() throws {
        let package = try String(contentsOf: Self.package.appendingPathComponent("Package.swift"), encoding: .utf8)
        let branches = package.split(separator: "#else")
        #expect(branches.count == 2)
        #expect(branches[0].contains("let privacyManifest: [Resource] = []"))
        #expect(branches[1].contains(".copy(\"\(Self.path)\")"))
        #expect(branches[1].contains("resources: privacyManifest"))
    }
}
