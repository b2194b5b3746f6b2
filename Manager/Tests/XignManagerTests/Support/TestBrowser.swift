import Foundation
import Testing
import XignCrypto
import XignHTTP
import XignProtocol

@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

/// A browser at the website's login: keeps its cookie, reads the page, follows no redirect by itself.
struct TestBrowser {
    let manager: TestManager
    let verifier = Base64URL.encode(SecureRandom.bytes(count: 32))
    private let router: Router
    /// `xign-xign-...=...`
    let cookie: String
    private let path: String

    /// Opens the login page as a website sends it there.
    /// - Parameters:
    ///   - claims: the JSON of the parameter of that name.
    ///   - more: further parameters.
    init(
        _ manager: TestManager, state: String = "of the website", scope: String = "openid", claims: String? = nil,
        more: [String: String] = [:]
    ) throws {
        self.manager = manager
        router = manager.router
        let challenge = Base64URL.encode(Array(SHA256.hash(data: Array(verifier.utf8))))
        let parameters = [
            ("response_type", "code"), ("client_id", try manager.service.id.text),
            ("redirect_uri", "https://website.example/callback"), ("scope", scope), ("state", state),
            ("nonce", "n-1"),
            ("code_challenge", challenge), ("code_challenge_method", "S256"),
        ]
        let query = (parameters + (claims.map { [("claims", $0)] } ?? []) + more.map { ($0.key, $0.value) }).map {
            "\($0.0)=\(Self.escape($0.1))"
        }
        .joined(separator: "&")
        let answer = router.respond(to: try Request(.get, "/openid/authenticate?\(query)"))
        path = try #require(answer["Location"])
        cookie = String(try #require(answer["Set-Cookie"]).prefix { $0 != ";" })
    }

    var session: SessionID {
        get throws { try #require(SessionID(text: attribute("session"))) }
    }

    /// The state that the page shows: `waiting`, `scanned`, ...
    var state: String { get throws { try attribute("state") } }

    /// The text of the QR code that the page draws at this moment, made as its script makes it.
    var qrCode: String {
        get throws {
            let session = try session
            let key = try attribute("qr-key")
            let secrets = SessionSecrets(qrKey: SecretOctets(try #require(Base64URL.decode(key))))
            let step = try #require(Int64(attribute("step")))
            let origin = try #require(ManagerOrigin(attribute("manager-origin")))
            let appLinks = try #require(ManagerOrigin(attribute("app-link-origin")))
            let data = InitializationPayload(
                .authenticationByQRCode(session), secret: secrets.qrSecret(step: step), origin: origin)
            return InitializationLink.appLink(data, at: appLinks)
        }
    }

    /// The link that the page offers for an app on this device.
    var link: String { get throws { try page(from: "class=\"this-device\"", behind: "href=\"") } }

    /// Sends what the page's form "continue" sends.
    func postContinue() throws -> Response { router.respond(to: try request(.post, path + "/continue")) }

    /// Opens the address that an app sends the user back to, and posts what that page's script posts.
    /// - Parameter cookie: nil: the browser's own.
    func comeBack(_ address: URL?, cookie: String? = nil, site: String = "same-origin") throws -> Response {
        let parts = try #require(address?.absoluteString.split(separator: "#"))
        try #require(parts.count == 2 && parts[0] == "\(manager.issuer)/return")
        let shown = router.respond(to: try request(.get, "/return", cookie: cookie))
        #expect(shown.status == .ok && shown["Location"] == nil && shown["Cache-Control"] == "no-store")
        return router.respond(
            to: try request(.post, "/return", cookie: cookie, site: site, form: "secret=\(parts[1])"))
    }

    /// Presses "continue": whatever the answer is.
    func pressContinue() throws -> Response { router.respond(to: try request(.post, path + "/continue")) }

    /// Presses "continue": the parameters that the website receives.
    func proceed() throws -> [String: String] { try parameters(of: try postContinue()) }

    /// Reads the parameters of an answer that leads to the website.
    func parameters(of answer: Response) throws -> [String: String] {
        let location = try #require(
            answer["Location"], "\(answer.status): \(String(decoding: answer.bytes, as: UTF8.self))")
        #expect(location.hasPrefix("https://website.example/callback?"))
        let items = try #require(URLComponents(string: location)?.queryItems)
        return Dictionary(uniqueKeysWithValues: items.map { ($0.name, $0.value ?? "") })
    }

    /// The website redeems a code.
    func redeem(_ code: String) throws -> (status: Int, body: [String: String]) {
        let form = [
            ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", "https://website.example/callback"),
            ("code_verifier", verifier),
        ].map { "\($0.0)=\(Self.escape($0.1))" }.joined(separator: "&")
        let credentials = Data("\(try manager.service.id):\(try manager.secret)".utf8).base64EncodedString()
        let answer = router.respond(
            to: try Request(
                .post, "/openid/token",
                headers: [
                    HeaderField("Content-Type", "application/x-www-form-urlencoded"),
                    HeaderField("Authorization", "Basic \(credentials)"),
                ], body: Array(form.utf8)))
        let object = try #require(try JSONSerialization.jsonObject(with: Data(answer.bytes)) as? [String: Any])
        return (answer.status.code, object.mapValues { "\($0)" })
    }

    /// The claims of an ID token, unverified: its signature has tests of its own.
    static func claims(_ token: String?) throws -> [String: Any] {
        let parts = try #require(token).split(separator: ".")
        try #require(parts.count == 3)
        let payload = try #require(Base64URL.decode(parts[1]))
        return try #require(try JSONSerialization.jsonObject(with: Data(payload)) as? [String: Any])
    }

    private func attribute(_ name: String) throws -> String { try page(from: "<main", behind: "data-\(name)=\"") }

    /// The login page.
    var page: String { get throws { String(decoding: try get("").bytes, as: UTF8.self) } }

    /// Fetches a path below the login page.
    /// - Parameter cookie: nil: the browser's own.
    func get(_ rest: String, cookie: String? = nil) throws -> Response {
        router.respond(to: try request(.get, path + rest, cookie: cookie))
    }

    /// Reads the login page from a place up to the next quotation mark.
    private func page(from place: String, behind beginning: String) throws -> String {
        let page = try page
        let rest = try #require(page.range(of: place), "no \(place): \(page.prefix(300))").upperBound
        let start = try #require(page[rest...].range(of: beginning), "no \(beginning): \(page[rest...].prefix(300))")
        return String(page[start.upperBound...].prefix { $0 != "\"" })
    }

    private func request(
        _ method: XignHTTP.Method, _ path: String, cookie: String? = nil, site: String = "same-origin",
        form: String = ""
    ) throws -> Request {
        try Request(
            method, path,
            headers: [
                HeaderField("Cookie", cookie ?? self.cookie), HeaderField("Sec-Fetch-Site", site),
                HeaderField("Content-Type", "application/x-www-form-urlencoded"),
            ], body: Array(form.utf8))
    }

    private static func escape(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }
}
