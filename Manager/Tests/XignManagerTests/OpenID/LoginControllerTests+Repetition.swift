import Eventually
import QRCode
import Testing
import XignDomain
import XignHTTP
import XignProtocol
import XignStorage
import XignWebAssets

@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

/// A browser that begins again, in two tabs or at once.
extension LoginControllerTests {
    static let repetitionTests: [TestCase<Self>] = [
        TestCase("beginning again ends the old session and asks the same, in the same browser", again),
        TestCase("beginning again does not throw a confirmed login away, nor outlive the registration", againRefused),
        TestCase("two tabs of one browser do not disturb each other", tabs),
        TestCase("of the codes that fifty threads get by continuing at once, one is good", parallelContinue),
    ]

    func again() throws {
        for end in [{ _ in }, provider.claim, { try provider.decline($0, .notMe) }] as [(SessionID) throws -> Void] {
            var browser = Browser(provider)
            let old = try browser.begin(.shop)
            try end(old)
            let new = try browser.session(in: try browser.post("/login/\(old)/again"))
            let (first, second) = try provider.context.database.read {
                (try $0.processes.browserProcess(old), try $0.processes.browserProcess(new))
            }
            #expect(new != old && first?.process.phase.isOpen == false && second?.process.phase == .waiting)
            #expect(
                first?.authorization == second?.authorization && first?.request.cookieHash != second?.request.cookieHash
            )
            #expect(browser.cookies.count == 2 && browser.cookies[1].value != browser.cookies[0].value)
            try provider.confirm(new)
            #expect(try Answer(try browser.post("/login/\(new)/continue"))["code"] != nil)
        }
    }

    func againRefused() throws {
        var browser = Browser(provider)
        let id = try browser.begin(.shop)
        let done = try browser.begin(.shop)
        try provider.confirm(done)
        #expect(try browser.post("/login/\(done)/again")["Location"] == "/login/\(done)")
        try provider.change("shop") { $0.redirectURIs = ["https://new.example.org/cb"] }
        #expect(try browser.post("/login/\(id)/again").status == 400)
        try provider.change("shop") { $0.isActive = false }
        #expect(try browser.post("/login/\(id)/again").status == 400)
    }

    func tabs() throws {
        var browser = Browser(provider)
        let first = try browser.begin(.shop), second = try browser.begin(.legacy)
        try provider.confirm(first)
        #expect(try browser.get("/login/\(second)").text.contains("data-state=\"waiting\""))
        #expect(try Answer(try browser.post("/login/\(first)/continue")).address == Website.shop.redirectURI)
        try provider.confirm(second)
        #expect(try Answer(try browser.post("/login/\(second)/continue")).address == Website.legacy.redirectURI)
    }

    func parallelContinue() throws {
        var browser = Browser(provider)
        let id = try browser.begin(.shop)
        try provider.confirm(id)
        let field = browser.cookieField
        let codes = inParallel(50) {
            try Answer(try provider.post("/login/\(id)/continue", headers: [field]))["code"] ?? ""
        }
        #expect(Set(codes).subtracting([""]).count == XignDomain.Process.maximumCodes)
        #expect(try codes.filter { try Website.shop.redeem($0, at: provider).status == 200 }.count == 1)
    }
}
