import DatabaseFixture
import Foundation
import Testing
import XignHTTP
import XignProtocol
import XignServer
import XignUseCases

@testable import XignWeb

/// The operator's logo, from the file to the pages.
struct LogoTests {
    @Test("Logo", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "is a PNG or SVG file by its content, sent as it is", kinds,
            each: [
                (png, "image/png", ".png"), (Array(svg.utf8), "image/svg+xml", ".svg"),
                (
                    Array("\u{FEFF}<?xml version='1.0'?>\n<!-- <a> -->\r\n<!DOCTYPE svg>\(svg)".utf8), "image/svg+xml",
                    ".svg"
                ),
                (Array(scripted.utf8), "image/svg+xml", ".svg"),
            ] as [([UInt8], String, String)]),
        TestCase(
            "is nothing else, whatever its name says", otherContent,
            each: [
                "", "<html xmlns=\"http://www.w3.org/1999/xhtml\"></html>", "<svg></svg>",
                "<svgx xmlns=\"http://www.w3.org/2000/svg\"></svgx>", "<a/>\(svg)", "<!-- \(svg)", "GIF89a",
                "\u{89}PNG\r\n", "%PDF-1.7", "{}",
            ]),
        TestCase("may have 64 KiB, and no byte more", size),
        TestCase("is refused with its own code where the file cannot be used", refused),
        TestCase("is not needed by commands, and by serve", needed),
        TestCase("is confined at each origin with pages, and at no other address", origins),
        TestCase("stands in the header with the operator's name, from the page's own origin", pages),
        TestCase("without a logo and a name, the header has the product's", none),
    ]

    private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
    private static let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1 1\"></svg>"
    private static let scripted =
        "<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'><script>alert(2)</script></svg>"

    // MARK: The file

    /// Reads a logo with these bytes, as the configuration names it.
    private func read(_ bytes: [UInt8]?, named name: String = "logo.svg", setting: String? = nil) throws -> Logo? {
        let place = try TemporaryDatabase(.sqlite)
        let folder = DataFolder("\(place.folder)/data")
        try folder.create()
        let text = "issuer: https://login.example.org\nlogo: \(setting ?? name)\n"
        try PrivateFile.create(folder.configurationPath, Array(text.utf8))
        if let bytes { try Data(bytes).write(to: URL(filePath: "\(folder.path)/\(name)")) }
        return try Configuration.read(folder.configurationPath).readLogo(beside: folder.configurationPath)
    }

    private func refusal(_ bytes: [UInt8]?, named name: String = "logo.svg", setting: String? = nil) -> ManagerError? {
        #expect(throws: ManagerError.self) { try read(bytes, named: name, setting: setting) }
    }

    func kinds(_ bytes: [UInt8], type: String, ending: String) throws {
        let logo = try #require(try read(bytes, named: "logo"))
        #expect(logo.path.hasPrefix("/assets/logo."))
        #expect(logo.path.hasSuffix(ending))
        let manager = try TestManager(logo: logo)
        // In process: over TCP the tests' client reads text.
        let answer = manager.router.respond(to: try Request(.get, logo.path, host: manager.issuer.requestHost))
        #expect(answer.bytes == bytes)
        #expect(answer["Content-Type"] == type)
    }

    func otherContent(_ text: String) {
        let error = refusal(Array(text.utf8))
        #expect(error?.code == .logo)
        #expect(error?.description.contains("PNG file, or an SVG file") == true)
    }

    func size() throws {
        let padding = Logo.maximumBytes - Self.png.count
        #expect(try read(Self.png + [UInt8](repeating: 0, count: padding)) != nil)
        let error = refusal(Self.png + [UInt8](repeating: 0, count: padding + 1))
        #expect(error?.code == .logo)
        #expect(error?.description.contains("at most 64 KiB") == true)
    }

    func refused() throws {
        for (setting, words) in [
            ("missing.svg", "There is no "), ("../logo.svg", "without a folder"), ("/etc/passwd", "without a folder"),
            ("''", "without a folder"), (".", "is no file"),
        ] {
            let error = refusal(Self.png, setting: setting)
            #expect(error?.code == .logo, "\(setting)")
            #expect(error?.description.contains(words) == true, "\(setting)")
        }
    }

    func needed() throws {
        let folder = try OperatorsFolder()
        let path = DataFolder(folder.path).configurationPath
        let yaml = try String(contentsOfFile: path, encoding: .utf8)
        try "\(yaml)\nlogo: missing.png\n".write(toFile: path, atomically: false, encoding: .utf8)
        #expect(try folder.run(["user", "list"]).status == 0)
        let served = try folder.run(["serve"])
        #expect(served.status == 78)
        #expect(served.errors.contains("[manager.logo]"))
    }

    // MARK: The pages

    private func get(_ path: String, _ host: String, _ manager: TestManager) throws -> Response {
        manager.respondOverTCP(to: try Request(.get, path, host: host))
    }

    func origins() throws {
        let logo = try #require(Logo(Array(Self.scripted.utf8)))
        let account = try #require(ManagerOrigin("http://[::1]:9443"))
        var surfaces: ServedSurfaces = [.account]
        surfaces.origins[.account] = account
        let manager = try TestManager(surfaces: surfaces, logo: logo)
        for host in [manager.issuer.requestHost, account.requestHost, manager.appLinkHost] {
            let answer = try get(logo.path, host, manager)
            #expect(answer.status == .ok, "\(host)")
            let policy = "default-src 'none'; sandbox; base-uri 'none'; frame-ancestors 'none'"
            #expect(answer["Content-Security-Policy"] == policy, "\(host)")
            #expect(answer["X-Content-Type-Options"] == "nosniff", "\(host)")
            #expect(answer["Cache-Control"] == "public, max-age=31536000, immutable", "\(host)")
            #expect(try get("/assets/logo.0000000000000000.svg", host, manager).status == .notFound, "\(host)")
        }
    }

    func pages() throws {
        let logo = try #require(Logo(Self.png))
        let account = try #require(ManagerOrigin("http://[::1]:9443"))
        var surfaces: ServedSurfaces = [.account]
        surfaces.origins[.account] = account
        let manager = try TestManager(
            settings: "settings:\n  operator: {name: Example City}", surfaces: surfaces, logo: logo)
        for (path, host) in [
            ("/account/login", account.requestHost), ("/a", manager.appLinkHost),
            ("/return", manager.issuer.requestHost),
        ] {
            let page = try get(path, host, manager)
            #expect(page.text.contains("<img class=\"logo\" src=\"\(logo.path)\" alt=\"\">"), "\(path)")
            #expect(page.text.contains("<bdi>Example City</bdi>"), "\(path)")
            let policy = try #require(page["Content-Security-Policy"])
            #expect(policy.contains("img-src 'self';"), "\(path)")
            #expect(!policy.contains("//"), "\(path)")
        }
    }

    func none() throws {
        let manager = try TestManager()
        let page = try get("/account/login", manager.issuer.requestHost, manager)
        #expect(page.text.contains("<header class=\"brand\"><svg class=\"wordmark\""))
        #expect(!page.text.contains("class=\"logo\""))
    }
}
