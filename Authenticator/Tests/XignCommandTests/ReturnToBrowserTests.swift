import Foundation
import Testing

@testable import xign

struct ReturnToBrowserTests {
    @Test("the way back to the browser", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("is opened where there is a display or a browser", opened, each: ReturnToBrowser.variables),
        TestCase("is left to the person where there is neither, or no program that opens it", nowhere),
        TestCase("is left to the person where the program fails", failing),
        TestCase(
            "is never anything but a web address", scheme,
            each: ["file:///etc/passwd", "javascript:alert(1)", "mailto:a@b"]),
        TestCase("goes through no shell", shell),
    ]

    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Returns a folder with a replacement of xdg-open, which records its arguments.
    private func opener(status: Int = 0) throws -> String {
        let script = try folder.file(
            "script",
            Data("#!/bin/sh\nfor word; do echo \"[$word]\"; done > \(folder.path)/given\nexit \(status)\n".utf8))
        // Copied by another process: a program cannot be run (ETXTBSY) while a child that a parallel test has just
        // forked inherits our descriptor for writing it.
        let status = try ChildProcess.status(of: "install", "-m", "700", script, folder.path + "/xdg-open")
        try #require(status == 0)
        return folder.path
    }

    private var given: String? { try? String(contentsOfFile: folder.path + "/given", encoding: .utf8) }

    private func address(_ text: String) throws -> URL { try #require(URL(string: text)) }

    func opened(variable: String) throws {
        let back = ReturnToBrowser(environment: [variable: "x", "PATH": "relative::" + (try opener())])
        #expect(back.open(try address("https://login.example.org/return#AAAA")))
        #expect(given == "[https://login.example.org/return#AAAA]\n")
    }

    func nowhere() throws {
        let folder = try opener()
        let address = try address("https://login.example.org/return#AAAA")
        #expect(!ReturnToBrowser(environment: ["PATH": folder]).open(address))
        #expect(!ReturnToBrowser(environment: ["PATH": folder, "DISPLAY": "", "BROWSER": ""]).open(address))
        #expect(!ReturnToBrowser(environment: ["DISPLAY": ":0"]).open(address))
        #expect(!ReturnToBrowser(environment: ["DISPLAY": ":0", "PATH": "/nowhere::.:bin"]).open(address))
        #expect(given == nil)
    }

    func failing() throws {
        let back = ReturnToBrowser(environment: ["DISPLAY": ":0", "PATH": try opener(status: 3)])
        #expect(!back.open(try address("https://login.example.org/return#AAAA")))
    }

    func scheme(text: String) throws {
        let back = ReturnToBrowser(environment: ["DISPLAY": ":0", "PATH": try opener()])
        #expect(!back.open(try address(text)))
        #expect(given == nil)
    }

    func shell() throws {
        let back = ReturnToBrowser(environment: ["DISPLAY": ":0", "PATH": try opener()])
        let text = "https://login.example.org/return#$(touch%20x);'a'&*"
        #expect(back.open(try address(text)))
        #expect(given == "[\(text)]\n")
    }
}
