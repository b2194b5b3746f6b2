import Foundation
import Testing
import XignDomain
import XignHTTP
import XignPages
import XignProtocol
import XignWording

@testable import XignStorage
@testable import XignUseCases
@testable import XignWeb

struct AuditPagesTests {
    @Test("The audit log at the console", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("the log names who and whom, newest first, and leads to the evidence", list),
        TestCase("a grant names the organization, with its id on the page of the event alone", organization),
        TestCase(
            "the beginning of a device's id is beside its name, of the one concerned and of the one that signed",
            devices),
        TestCase(
            "the evidence that a page hands out verifies with the device's key, and has no signature of a PIN", evidence
        ),
        TestCase(
            "a filter by person finds who acted and whom it concerned, and an unknown name is said to be unknown",
            person),
        TestCase(
            "days are whole, and a period that is too long, reversed or no period is refused beside its field", days),
        TestCase("a topic shows its events alone, and a place of another log shows the newest", topics),
        TestCase("an export is a file of these events, asked for by a form, and an event itself", export),
        TestCase("an event that does not exist, and one whose id is forged, are answered alike", unknownEvent),
    ]

    func list() throws {
        let scene = try ConsoleScene()
        var browser = try scene.browser("max")
        let page = try browser.get("/console/audit")
        #expect(page.status == .ok)
        #expect(page.text.contains("<bdi>max</bdi> opened <bdi>the console</bdi>"))
        #expect(page.text.contains("The account <bdi>ada</bdi> was created"))
        let link = #/href="(\/console\/audit\/events\/[A-Za-z0-9_-]+)">Evidence/#
        let address = try #require(page.text.firstMatch(of: link)?.output.1)
        let event = try browser.get(String(address))
        #expect(event.status == .ok)
        #expect(event.text.contains("✓") == false)
        #expect(event.text.contains("verified"))
        #expect(event.text.contains("sessionBegun"))
    }

    func organization() throws {
        let scene = try ConsoleScene()
        let organization = try scene.manager.organization(named: "Example Inc.")
        let form = "/console/organizations/\(organization.id)/administrators/new"
        var browser = try scene.browser("grace")
        let asked = try browser.submit(
            form, on: form, ["account": "ada", "role": "auditor", "reason": "Takes over from lin"])
        _ = try scene.confirm(asked, by: "grace", in: &browser)
        let list = try browser.get("/console/audit?what=administration").text
        #expect(list.contains("Auditor of <bdi>Example Inc.</bdi></p>"))
        #expect(list.contains("Reason: <bdi>Takes over from lin</bdi></p>"))
        #expect(!list.contains(organization.id.text))
        let event = try event(of: "was given rights", in: list, &browser)
        #expect(event.contains("<dt>Organization</dt><dd><bdi>Example Inc.</bdi> <code>\(organization.id)</code></dd>"))
    }

    func devices() throws {
        let scene = try ConsoleScene()
        var browser = try scene.browser("max")
        let list = try browser.get("/console/audit").text
        let event = try event(of: "opened", in: list, &browser)
        let id = try scene.device("max").activation.short
        #expect(event.contains("<dt>Device</dt><dd><bdi>test</bdi> <code>\(id)</code></dd>"))
        #expect(event.contains("<dt>Signed by</dt><dd><bdi>test</bdi> <code>\(id)</code></dd>"))
    }

    /// The page of the newest event whose sentence has these words.
    private func event(of words: String, in list: String, _ browser: inout AccountBrowser) throws -> String {
        let item = try #require(list.split(separator: "<tr role=\"row\">").first { $0.contains(words) })
        let address = try #require(item.firstMatch(of: #/href="(\/console\/audit\/events\/[A-Za-z0-9_-]+)"/#)?.output.1)
        return try browser.get(String(address)).text
    }

    func evidence() throws {
        let scene = try ConsoleScene()
        var browser = try scene.browser("max")
        let link = #/href="(\/console\/audit\/events\/[A-Za-z0-9_-]+)">Evidence/#
        let address = try #require(try browser.get("/console/audit").text.firstMatch(of: link)?.output.1)
        let event = try browser.get(String(address)).text
        let data = #/href="data:application\/json;base64,([A-Za-z0-9+\/=]+)"/#
        let encoded = try #require(event.firstMatch(of: data)?.output.1)
        let file = try #require(Data(base64Encoded: String(encoded)))
        let object = try #require(try JSONSerialization.jsonObject(with: file) as? [String: Any])
        let jws = try #require(object["jws"] as? String)
        #expect(jws.split(separator: ".").count == 3)
        #expect(
            object["deviceKey"] as? String
                == Base64URL.encode(Array(try scene.device("max").deviceKey.publicKey.rawRepresentation)))
        #expect(!String(decoding: file, as: UTF8.self).contains("signatures"))
    }

    func person() throws {
        let scene = try ConsoleScene()
        var browser = try scene.browser("grace")
        let found = try browser.get("/console/audit?whom=ada")
        #expect(found.text.contains("The account <bdi>ada</bdi> was created"))
        #expect(!found.text.contains("The account <bdi>lin</bdi> was created"))
        #expect(try browser.get("/console/audit?whom=\(scene.publicID("ada"))").text.contains("<bdi>ada</bdi>"))
        let unknown = try browser.get("/console/audit?whom=nobody")
        #expect(unknown.status == .unprocessableContent)
        #expect(unknown.text.contains("Nobody has this name or id."))
        #expect(unknown.text.contains("<title>Error:"))
    }

    func days() throws {
        let scene = try ConsoleScene()
        var browser = try scene.browser("grace")
        let today = AuditDays.day(at: scene.manager.clock.now)
        let one = try browser.get("/console/audit?from=\(today)&to=\(today)")
        #expect(one.text.contains("The account <bdi>ada</bdi> was created"))
        #expect(try browser.get("/console/audit?from=2001-01-01&to=2001-01-31").text.contains("Nothing like this"))
        for period in ["from=2001-01-01&to=2001-02-01", "from=2001-01-02&to=2001-01-01"] {
            let refused = try browser.get("/console/audit?\(period)")
            #expect(refused.status == .unprocessableContent, "\(period)")
            #expect(refused.text.contains("Choose 31 days at most"), "\(period)")
        }
        for text in ["yesterday", "2001-02-30", "1.1.2001"] {
            let refused = try browser.get("/console/audit?from=\(text)")
            #expect(refused.status == .unprocessableContent, "\(text)")
            #expect(refused.text.contains("Type a day as year, month and day"), "\(text)")
        }
    }

    func topics() throws {
        let scene = try ConsoleScene()
        var browser = try scene.browser("grace")
        let devices = try browser.get("/console/audit?what=devices").text
        #expect(devices.contains("was connected"))
        #expect(!devices.contains("was created"))
        #expect(try browser.get("/console/audit?place=AAAA").text.contains("was created"))
        #expect(try browser.get("/console/audit?what=anything").text.contains("was created"))
        #expect(try browser.get("/console/audit?what=devices&what=logins").status == .badRequest)
    }

    func export() throws {
        let scene = try ConsoleScene()
        var browser = try scene.browser("max")
        let path = "/console/audit/export"
        #expect(try browser.get(path).status == .methodNotAllowed)
        let answer = try browser.submit(path, on: "/console/audit?whom=ada")
        #expect(answer["Content-Type"] == "application/x-ndjson")
        #expect(answer["Content-Disposition"]?.hasPrefix("attachment; filename=\"audit-20") == true)
        #expect(answer["Cache-Control"] == "no-store")
        let lines = answer.text.split(separator: "\n")
        #expect(lines.dropLast().allSatisfy { $0.contains("\"ada\"") })
        #expect(lines.last?.contains("\"isComplete\":true") == true)
        #expect(
            try scene.manager.events(.auditExported).map(\.actor) == [.administrator(scene.manager.account("max").id)])
        browser.origin = []
        #expect(try browser.submit(path, on: "/console/audit").status == .forbidden)
        #expect(try scene.manager.events(.auditExported).count == 1)
    }

    func unknownEvent() throws {
        let scene = try ConsoleScene()
        var browser = try scene.browser("grace")
        for id in ["AAAA", String(repeating: "A", count: 60), "..."] {
            #expect(try browser.get("/console/audit/events/\(id)").status == .notFound, "\(id)")
        }
    }
}
