import QRCode
import Testing
import XignDomain
import XignHTTP
import XignProtocol
import XignStorage

@testable import XignOpenID
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

/// The picture of the codes, for browsers without scripts.
extension LoginControllerTests {
    static let pictureTests: [TestCase<Self>] = [
        TestCase(
            "without scripts a picture shows the codes of the whole time, from that which the page's script draws now",
            picture),
        TestCase("pictures of codes, which cost time, are limited for each network", picturesAreLimited),
        TestCase(
            "the picture of the code is for the browser that began, and for nobody once the code was scanned",
            pictureOfNobody),
    ]

    func picture() throws {
        var browser = Browser(provider)
        let id = try browser.begin(.shop)
        var pictures: Set<[UInt8]> = []
        // Two of these moments are in one step.
        for (seconds, left): (Int64, Int) in [(0, 300), (3, 297), (5, 292), (5, 287)] {
            provider.advance(seconds: seconds)
            let page = try browser.get("/login/\(id)").text
            #expect(page.contains("<noscript><img src=\"/login/\(id)/code.png\""))
            let response = try browser.get("/login/\(id)/code.png")
            #expect(response.status == 200 && response["Content-Type"] == "image/png")
            #expect(response["Cache-Control"] == "no-store")
            let code = try QRCode(drawnText(page, of: id)).png(pixelsPerModule: 1)
            let pixels = try #require(chunks("IDAT", of: response.bytes).first)
            #expect(chunks("IDAT", of: code) == [pixels])
            // A frame for each code, and one without a code at the end.
            let delays = chunks("fcTL", of: response.bytes).dropLast().map { Int($0[20]) << 8 | Int($0[21]) }
            #expect(delays.reduce(0, +) == left * 1000)
            #expect(delays.dropFirst().dropLast().allSatisfy { $0 == 5000 })
            pictures.insert(pixels)
        }
        #expect(pictures.count == 3)
    }

    /// The contents of a PNG file's chunks of one type.
    private func chunks(_ type: String, of file: [UInt8]) -> [[UInt8]] {
        var chunks: [[UInt8]] = []
        var rest = file.dropFirst(8)
        while rest.count >= 12 {
            let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            if rest.dropFirst(4).prefix(4).elementsEqual(type.utf8) {
                chunks.append(Array(rest.dropFirst(8).prefix(length)))
            }
            rest = rest.dropFirst(length + 12)
        }
        return chunks
    }

    func picturesAreLimited() throws {
        var browser = Browser(provider)
        let id = try browser.begin(.shop)
        func status(of path: String) throws -> XignHTTP.Status {
            provider.router.respond(
                to: try Request(
                    .get, "/login/\(id)\(path)", headers: [browser.cookieField],
                    remoteAddress: try #require(RemoteAddress("192.0.2.1")))
            ).status
        }
        for _ in 0..<120 { #expect(try status(of: "/code.png") == .ok) }
        #expect(try status(of: "/code.png") == .tooManyRequests)
        #expect(try status(of: "") == .ok)
    }

    /// The text of the code that the page's script draws when it begins, made from the page's data alone.
    private func drawnText(_ page: String, of session: SessionID) throws -> String {
        func data(_ name: String) throws -> String {
            let start = try #require(page.range(of: "data-\(name)=\""))
            return String(page[start.upperBound...].prefix { $0 != "\"" })
        }
        let secrets = SessionSecrets(qrKey: SecretOctets(try #require(Base64URL.decode(try data("qr-key")))))
        let pid = InitializationPayload(
            .authenticationByQRCode(session), secret: secrets.qrSecret(step: try #require(Int64(try data("step")))),
            origin: try #require(ManagerOrigin(try data("manager-origin"))))
        return InitializationLink.appLink(pid, at: try #require(ManagerOrigin(try data("app-link-origin"))))
    }

    func pictureOfNobody() throws {
        var owner = Browser(provider), stranger = Browser(provider)
        let id = try owner.begin(.shop)
        _ = try stranger.begin(.shop)
        let target = "/login/\(id)/code.png"
        #expect(try owner.get(target).status == 200)
        for response in [try stranger.get(target), try provider.get(target)] {
            #expect(response.status == 404 && response.text == "not found\n")
        }
        #expect(try owner.get("/login/\(SessionID.random())/code.png").status == 404)

        try provider.claim(id)
        #expect(try owner.get(target).status == 404)
        try provider.prepare(id)
        #expect(try owner.get(target).status == 404)

        let late = try owner.begin(.shop)
        #expect(try owner.get("/login/\(late)/code.png").status == 200)
        provider.advance(seconds: 301)
        #expect(try owner.get("/login/\(late)/code.png").status == 404)
    }
}
