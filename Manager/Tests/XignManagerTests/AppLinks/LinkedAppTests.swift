import DatabaseFixture
import Testing
import XignHTTP
import XignProtocol
import XignServer
import XignUseCases

@testable import XignWeb

/// The files with which an App-Link origin confirms apps, and their settings.
struct LinkedAppTests {
    @Test("Apps of App-Links", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("are confirmed for the path of App-Links alone, on Apple's systems and on Android", documents),
        TestCase("are confirmed by their own origin, whether the authenticator is on or off", hosts),
        TestCase("are none without the setting, and the authenticator is off", none),
        TestCase(
            "are refused where no phone would recognize them", refused,
            each: [
                "apps: {}", "apps: {apple: []}", "apps: {android: []}", "apps: {apple: ['']}",
                "apps: {apple: [org.example.app]}", "apps: {apple: [ABCDE12345]}", "apps: {apple: [ABCDE12345.]}",
                "apps: {apple: [abcde12345.org.example.app]}", "apps: {apple: [ABCDE1234.org.example.app]}",
                "apps: {apple: ['ABCDE12345.*']}", "apps: {apple: [ABCDE12345.org..app]}",
                "apps: {apple: ['ABCDE12345.org.example.app ']}", "apps: {apple: ['ABCDE12345.org.exämple']}",
                "apps: {apple: [ABCDE12345.org.example.app, ABCDE12345.org.example.app]}",
                "apps: {android: [{package: org.example.app, certificates: []}]}",
                "apps: {android: [{package: org.example.app}]}",
                "apps: {android: [{package: app, certificates: ['\(fingerprint)']}]}",
                "apps: {android: [{package: org.1example, certificates: ['\(fingerprint)']}]}",
                "apps: {android: [{package: org.example-app, certificates: ['\(fingerprint)']}]}",
                "apps: {android: [{package: org.example.app, certificates: ['\(fingerprint.lowercased())']}]}",
                "apps: {android: [{package: org.example.app, certificates: ['\(fingerprint.replacing(":", with: ""))']}]}",
                "apps: {android: [{package: org.example.app, certificates: ['\(fingerprint.dropLast(3))']}]}",
                "apps: {android: [{package: org.example.app, certificates: ['\(fingerprint)', '\(fingerprint)']}]}",
                "apps: {google: []}",
            ]),
        TestCase("that are wrong are refused with the member, the wrong text, and an example", advice),
        TestCase("a misspelt surface is refused with the names of all", surfaces),
    ]

    private static let fingerprint = (0..<32).map { $0 < 16 ? "0\(String($0, radix: 16))" : String($0, radix: 16) }
        .joined(separator: ":").uppercased()
    private static let paths = ["/.well-known/apple-app-site-association", "/.well-known/assetlinks.json"]

    private func settings(_ lines: String) throws -> AppLinks {
        let place = try TemporaryDatabase(.sqlite)
        let folder = DataFolder("\(place.folder)/data")
        try folder.create()
        let text = "issuer: https://login.example.org\n\(lines)\n"
        try PrivateFile.create(folder.configurationPath, Array(text.utf8))
        return try Configuration.read(folder.configurationPath).appLinkSettings()
    }

    func documents() throws {
        let links = try settings(
            """
            apps:
              apple: [ABCDE12345.org.example.app, 0123456789.org.example.App-2]
              android:
                - {package: org.example.app, certificates: ["\(Self.fingerprint)"]}
                - {package: org.example.app_2.Beta, certificates: ["\(Self.fingerprint)"]}
            """)
        let manager = try TestManager(appLinks: links)
        let apple = try AppLinkTests.get(Self.paths[0], at: manager)
        #expect(
            apple.text
                == #"{"applinks":{"details":[{"appIDs":["ABCDE12345.org.example.app","0123456789.org.example.App-2"],"#
                + #""components":[{"/":"/a"}]}]}}"#)
        let android = try AppLinkTests.get(Self.paths[1], at: manager)
        let target = { (package: String) in
            #"{"relation":["delegate_permission/common.handle_all_urls"],"target":{"namespace":"android_app","#
                + #""package_name":"\#(package)","sha256_cert_fingerprints":["\#(Self.fingerprint)"]}}"#
        }
        #expect(android.text == "[\(target("org.example.app")),\(target("org.example.app_2.Beta"))]")
        for answer in [apple, android] {
            #expect(answer.status == .ok)
            #expect(answer["Content-Type"] == "application/json")
            #expect(answer["Cache-Control"] == "public, max-age=3600")
        }
    }

    func hosts() throws {
        for surface in ["", "surfaces: [authenticator]\n"] {
            let links = try settings("\(surface)apps: {apple: [ABCDE12345.org.example.app]}")
            let manager = try TestManager(appLinks: links)
            #expect(try AppLinkTests.get(Self.paths[0], at: manager).status == .ok)
            #expect(try AppLinkTests.get(Self.paths[1], at: manager).status == .notFound, "no app for Android")
            for host in [manager.issuer.requestHost, "other.example"] {
                #expect(try AppLinkTests.get(Self.paths[0], at: manager, host: host).status == .notFound)
            }
        }
    }

    func none() throws {
        let links = try settings("")
        #expect(links.apps == LinkedApps())
        #expect(!links.hasAuthenticator)
        #expect(try settings("surfaces: [account, authenticator]").hasAuthenticator)
    }

    func refused(_ line: String) throws {
        let error = #expect(throws: ManagerError.self) { try settings(line) }
        #expect(error?.code == .configuration)
    }

    func advice() throws {
        let apple = #expect(throws: ManagerError.self) { try settings("apps: {apple: [org.example.app]}") }
        for part in ["apps.apple", "ABCDE12345.org.example.app", "It is: org.example.app"] {
            #expect(apple?.description.contains(part) == true, "\(part)")
        }
        let android = #expect(throws: ManagerError.self) {
            try settings("apps: {android: [{package: org.example.app, certificates: [abc]}]}")
        }
        for part in ["apps.android.certificates", "14:6D:E9", "One is: abc"] {
            #expect(android?.description.contains(part) == true, "\(part)")
        }
    }

    func surfaces() throws {
        let place = try TemporaryDatabase(.sqlite)
        let folder = DataFolder("\(place.folder)/data")
        try folder.create()
        try PrivateFile.create(
            folder.configurationPath, Array("issuer: https://login.example.org\nsurfaces: [autenticator]\n".utf8))
        let error = #expect(throws: ManagerError.self) {
            try Configuration.read(folder.configurationPath).servedSurfaces()
        }
        #expect(
            error?.description.contains("account, console, authenticator, join, recovery, not autenticator") == true)
    }
}
