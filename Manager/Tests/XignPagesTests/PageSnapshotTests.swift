import Foundation
import Testing

@testable import XignPages
@testable import XignWording

/// Comparisons of the pages with their snapshots.
///
/// A page in another language than English has the same markup with other words, so that it is compared with the
/// English one (`WordingTests`). The German page that the end-to-end tests of the authenticator show has a snapshot.
///
/// After a deliberate change, write new snapshots, read the difference and commit it:
///
///     XIGN_TEST_RECORD_SNAPSHOTS=1 scripts/swift-package test Manager --filter PageSnapshotTests
struct PageSnapshotTests {
    @Test("Snapshots of the pages", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("one page of each kind is the one that was last looked at", pages),
        TestCase("no snapshot is left of a page that is gone", leftovers),
    ]

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Snapshots")
    /// The folder for all pages in all languages, where one is named: `make sheets` shows them.
    private static let allPages = ProcessInfo.processInfo.environment["XIGN_TEST_PAGES"].map { URL(filePath: $0) }
    private static let isRecording = ProcessInfo.processInfo.environment["XIGN_TEST_RECORD_SNAPSHOTS"] != nil

    /// The pages that have snapshots in this language.
    private static func pages(in wording: any Wording) -> [(name: String, page: HTML)] {
        PageExamples.kinds(in: wording).filter { wording.tag == "en" || $0.name == "AuthenticatorPage" }
    }

    func pages() throws {
        for wording in Wordings.all {
            if let folder = Self.allPages?.appending(path: wording.tag) {
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                for (name, page) in PageExamples.kinds(in: wording) {
                    let file = folder.appending(path: "\(name).html")
                    try page.text.write(to: file, atomically: true, encoding: .utf8)
                }
            }
            for (name, page) in Self.pages(in: wording) {
                // The assets' hashes change with every line of style.
                let text = page.text.replacing(#/(/assets/[a-z]+\.)[0-9a-f]{16}/#) { "\($0.output.1)HASH" }
                let file = Self.folder.appending(path: "\(wording.tag)/\(name).html")
                if Self.isRecording {
                    try text.write(to: file, atomically: true, encoding: .utf8)
                }
                #expect(text == (try String(contentsOf: file, encoding: .utf8)), "\(wording.tag)/\(name)")
            }
        }
    }

    func leftovers() throws {
        let languages = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        #expect(Set(languages) == Set(Wordings.all.map(\.tag)))
        for wording in Wordings.all {
            let folder = Self.folder.appending(path: wording.tag)
            let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(Set(files) == Set(Self.pages(in: wording).map { "\($0.name).html" }), "\(wording.tag)")
        }
    }
}
