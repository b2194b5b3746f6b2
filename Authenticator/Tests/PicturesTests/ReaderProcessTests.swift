import Foundation
import Pictures
import QRCode
import Testing

@testable import PictureReading

/// The path of `xign`, built with the tests.
private let program = Bundle.main.bundleURL.appending(path: "xign").path

struct ReaderProcessTests {
    @Test("Reading pictures in a process of its own", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("the process gives the text of a PNG and of a JPEG", text),
        TestCase("it takes the only Xign code among others, and none of two", amongOthers),
        TestCase("a code as large as there is comes through", largestCode),
        TestCase("the process refuses as the reader in it does", refusals),
        TestCase(
            "a code with structured append, which makes zbar write behind a buffer, ends in a refusal or a text",
            structuredAppend),
        TestCase("before the first byte of a picture it has nothing left, and afterwards it is gone", shutOff),
        TestCase("it inherits neither variables nor open files", inheritance),
        TestCase("a process that a signal ends is a refusal", crash, each: [SIGSEGV, SIGKILL, SIGSYS, SIGABRT]),
        TestCase("a process that takes too long is ended", tooSlow),
        TestCase("a process that was taken over can give a text or a refusal, and no more", takenOver),
        TestCase("where no process can be started, nothing is read", noProcess),
    ]

    let link =
        "https://app.login.example.org/a#AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyAhImh0dHBzOi8vbG9naW4uZXhhbXBsZQ"

    private func read(_ picture: [UInt8]) throws(PictureError) -> String {
        try ReaderProcess(program).text(in: picture, within: .seconds(60))
    }

    func text() throws {
        let drawing = Drawing(try QRCode(link), scale: 4)
        #expect(try read(drawing.png) == link)
        #expect(try read(drawing.jpeg()) == link)
        #expect(try read(Drawing(QRCode("Grüße, 日本, 🦉"), scale: 4).png) == "Grüße, 日本, 🦉")
    }

    func amongOthers() throws {
        var page = Drawing(width: 1200, height: 600)
        page.draw(try QRCode(link), x: 20, y: 20, scale: 4, dark: 255, light: 0)
        page.draw(try QRCode("https://example.org/"), x: 600, y: 20, scale: 6)
        page.draw(try QRCode("WIFI:S:guests;T:WPA;P:welcome;;"), x: 600, y: 300, scale: 6)
        #expect(try read(page.png) == link)
        let other = link.replacing("BAUG", with: "BAUH")
        page.draw(try QRCode(other), x: 20, y: 300, scale: 4)
        #expect(throws: PictureError.severalQRCodes) { try read(page.png) }
    }

    func largestCode() throws {
        let text = String(repeating: "Xign", count: 738)
        #expect(try read(Drawing(QRCode(text, correctionLevel: .low), scale: 3).png) == text)
    }

    func refusals() throws {
        let png = Drawing(try QRCode(link), scale: 4).png
        #expect(throws: PictureError.notAPicture) { try read([]) }
        #expect(throws: PictureError.notAPicture) { try read(Array("GIF89a".utf8)) }
        #expect(throws: PictureError.damaged) { try read(Array(png.prefix(png.count / 2))) }
        #expect(throws: PictureError.noQRCode) { try read(Drawing(width: 200, height: 200).png) }
        let tooLarge = png + [UInt8](repeating: 0, count: QRCodeReader.byteLimit)
        #expect(throws: PictureError.tooLarge) { try read(tooLarge) }
        var page = Drawing(width: 600, height: 300)
        page.draw(try QRCode("one"), x: 0, y: 0, scale: 4)
        page.draw(try QRCode("another"), x: 300, y: 0, scale: 4)
        #expect(throws: PictureError.severalQRCodes) { try read(page.png) }
    }

    func structuredAppend() throws {
        #expect(try read(Drawing(SmallestCode(data: SmallestCode.hello), scale: 4).png) == "hello")
        // Valgrind shows the write with each of these.
        for rest in [[], [0x40, 0x56, 0x86], Array(0..<17)] as [[UInt8]] {
            let picture = Drawing(SmallestCode(data: [0x31, 0x71] + rest), scale: 4).png
            do throws(PictureError) { _ = try read(picture) } catch { #expect([.noQRCode, .unsafe].contains(error)) }
        }
    }

    func shutOff() throws {
        let id: pid_t
        do {
            let process = try ReaderProcess(program)
            id = process.id
            let status = try statusWhenShutOff(id)
            #expect(status["NoNewPrivs"] == "1" && status["Threads"] == "1")
            let limits = try String(contentsOfFile: "/proc/\(id)/limits", encoding: .utf8)
            for limit in [
                "open files +0 +0", "file size +0 +0", "processes +0 +0", "core file size +0 +0", "cpu time +10 +10",
                "address space +1073741824 +1073741824",
            ] {
                #expect(try limits.contains(Regex("(?m)^Max \(limit) ")))
            }
            // Only root may inspect a process that is not dumpable.
            if let descriptors = try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(id)/fd") {
                #expect(descriptors.sorted() == ["0", "1"])
                for descriptor in descriptors {
                    let target = try FileManager.default.destinationOfSymbolicLink(
                        atPath: "/proc/\(id)/fd/\(descriptor)")
                    #expect(target.hasPrefix("socket:"))
                }
                #expect(try String(contentsOfFile: "/proc/\(id)/environ", encoding: .utf8) == "")
            } else {
                #expect(geteuid() != 0 && open("/proc/\(id)/environ", O_RDONLY) == -1)
            }
            #expect(try process.text(in: Drawing(QRCode(link), scale: 4).png, within: .seconds(60)) == link)
        }
        #expect(kill(id, 0) == -1 && errno == ESRCH)
    }

    /// Returns the kernel's status of a process once its seccomp filter is active.
    private func statusWhenShutOff(_ id: pid_t) throws -> [String: String] {
        let deadline = ContinuousClock.now + .seconds(60)
        while true {
            let lines = try String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8).split(separator: "\n")
            let pairs = lines.map { $0.split(separator: "\t", maxSplits: 1).map(String.init) }
            let status = Dictionary(uniqueKeysWithValues: pairs.map { ($0[0].replacing(":", with: ""), $0.last ?? "") })
            if status["Seccomp"] == "2" { return status }
            try #require(ContinuousClock.now < deadline)
            sched_yield()
        }
    }

    /// Starts a shell in place of the reader, which prints its environment and descriptors.
    func inheritance() throws {
        let file = open("/etc/passwd", O_RDONLY)
        defer { close(file) }
        #expect(file > 2 && getenv("PATH") != nil)
        let script = "/usr/bin/env; for file in $(seq 0 99); do [ -e /proc/$$/fd/$file ] && echo $file; done"
        let answer = try ReaderProcess("/bin/sh").answer(to: Array(script.utf8), by: .now + .seconds(60))
        // The shell sets PWD and the like itself; no variable of the tests is inherited.
        let lines = String(decoding: answer, as: UTF8.self).split(separator: "\n")
        #expect(lines.filter { !$0.contains("=") } == ["0", "1", "2"])
        #expect(!lines.contains { $0.hasPrefix("PATH=") || $0.hasPrefix("HOME=") || $0.hasPrefix("XIGN") })
        #expect(try ReaderProcess("/usr/bin/env").answer(to: [], by: .now + .seconds(60)) == [])
    }

    func crash(signal: Int32) throws {
        let process = try ReaderProcess(program)
        kill(process.id, signal)
        // More than the socket's buffer holds: the end is detected while sending.
        let picture = [UInt8](repeating: 0, count: 1_000_000)
        do throws(PictureError) {
            _ = try process.text(in: picture, within: .seconds(60))
            Issue.record("a text from nowhere")
        } catch { #expect(error == .unsafe) }
    }

    func tooSlow() throws {
        let id: pid_t
        do {
            let process = try ReaderProcess(program)
            id = process.id
            kill(id, SIGSTOP)
            do throws(PictureError) {
                _ = try process.text(in: [1, 2, 3], within: .milliseconds(50))
                Issue.record("a text from nowhere")
            } catch { #expect(error == .tooSlow) }
        }
        #expect(kill(id, 0) == -1 && errno == ESRCH)
    }

    func takenOver() throws {
        func echoed(_ answer: [UInt8]) throws(PictureError) -> String {
            try ReaderProcess("/bin/cat").text(in: answer, within: .seconds(60))
        }
        #expect(try echoed(Array("tAQIabc".utf8)) == "AQIabc")
        #expect(throws: PictureError.severalQRCodes) { try echoed(Array("rseveralQRCodes".utf8)) }
        for answer in ["", "x", "rno", "rnoQRCode\n"] {
            #expect(throws: PictureError.unsafe) { try echoed(Array(answer.utf8)) }
        }
        #expect(throws: PictureError.unsafe) { try echoed([UInt8(ascii: "t"), 0xFF]) }
        #expect(throws: PictureError.unsafe) { try echoed([UInt8](repeating: UInt8(ascii: "t"), count: 8_193)) }
        #expect(throws: PictureError.unsafe) { try ReaderProcess("/usr/bin/yes").text(in: [], within: .seconds(60)) }
        #expect(throws: PictureError.unsafe) { try ReaderProcess("/bin/false").text(in: [], within: .seconds(60)) }
    }

    func noProcess() {
        #expect(throws: PictureError.noIsolation) {
            try ReaderProcess("/nowhere/xign").text(in: [], within: .seconds(60))
        }
    }
}
