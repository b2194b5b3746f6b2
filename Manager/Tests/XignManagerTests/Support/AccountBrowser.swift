import Foundation
import Testing
import XignDomain
import XignHTTP
import XignProtocol

@testable import XignServer
@testable import XignStorage
@testable import XignUseCases
@testable import XignWeb

/// A browser at a surface, the account pages if nothing else is said: keeps its cookies, sends the forms of the pages
/// as they are, follows no redirect by itself.
struct AccountBrowser {
    let manager: TestManager
    private(set) var cookies: [String: String] = [:]
    /// The `Set-Cookie` fields of the last answer.
    private(set) var set: [String] = []
    /// The fields by which a browser says where a form comes from.
    var origin = [HeaderField("Sec-Fetch-Site", "same-origin")]
    var language: String?
    /// The values of `User-Agent`: a browser sends one.
    var userAgents: [String] = []
    /// The site at which this browser is.
    let site: Site
    /// The address that the browser comes from.
    var address = RemoteAddress.loopback
    /// The value of `Sec-Fetch-Site` with which the browser opens pages; nil for one that sends none.
    var fetchSite: String?
    /// Requests go over TCP.
    var usesSocket = false

    /// - Parameter origin: of the site; nil: the issuer's.
    init(_ manager: TestManager, at origin: ManagerOrigin? = nil) {
        self.manager = manager
        let sites = manager.manager.surfaces.sites(issuer: manager.issuer)
        site = sites.first { $0.origin == origin } ?? sites[0]
    }

    /// Logs in with a device, and answers the question of a browser's first session.
    static func loggedIn(
        _ manager: TestManager, with device: RawDevice, in surface: Surface = .account
    ) throws -> AccountBrowser {
        let sites = manager.manager.surfaces.sites(issuer: manager.issuer)
        var browser = AccountBrowser(manager, at: sites.first { $0.surfaces.contains(surface) }?.origin)
        try browser.logIn(with: device, to: surface.path)
        let page = try browser.get(surface.path)
        _ = try browser.send(try #require(page.forms.first { $0.action == "\(surface.path)/known" }))
        return browser
    }

    /// Presses the button of the login page, confirms with a device, and continues.
    /// - Returns: the address of the page that follows.
    @discardableResult
    mutating func logIn(with device: RawDevice, to page: String = "/account") throws -> String {
        let path = try beginLogin(to: page)
        let id = try #require(SessionID(text: path.dropFirst("/login/".count)))
        _ = try device.confirm(id)
        let answer = try post("\(path)/continue")
        #expect(answer.status == .seeOther)
        return try #require(answer["Location"])
    }

    /// Presses the button of the login page.
    /// - Returns: the path of the page with the code.
    mutating func beginLogin(to page: String = "/account") throws -> String {
        let surface = try #require(Surface(path: page))
        return try #require(try post("\(surface.path)/login", [("to", page)])["Location"])
    }

    // MARK: Requests

    mutating func get(_ target: String) throws -> Response {
        try respond(
            to: try Request(.get, target, host: site.host, headers: headers + fetchFields, remoteAddress: address))
    }

    mutating func post(_ target: String, _ fields: [(String, String)] = []) throws -> Response {
        let type = HeaderField("Content-Type", "application/x-www-form-urlencoded")
        let body = fields.map { "\(RedirectURI.percentEncoded($0.0))=\(RedirectURI.percentEncoded($0.1))" }
        return try respond(
            to: try Request(
                .post, target, host: site.host, headers: headers + origin + [type],
                body: Array(body.joined(separator: "&").utf8), remoteAddress: address))
    }

    /// Sends a form of a page.
    /// - Parameter changes: the fields that the person fills in.
    mutating func send(_ form: PageForm, _ changes: [String: String] = [:]) throws -> Response {
        var fields = form.fields.filter { changes[$0.0] == nil }
        fields += changes.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        return try post(form.action, fields)
    }

    /// Opens a page and sends one of its forms.
    mutating func submit(_ action: String, on page: String, _ changes: [String: String] = [:]) throws -> Response {
        let answer = try get(page)
        let form = answer.forms.first { $0.action == action }
        return try send(try #require(form, "\(page) has no form for \(action): \(answer.text)"), changes)
    }

    /// The session as a handler of the console finds it.
    func consoleVisit(_ path: String) async throws -> ConsoleVisit? {
        try await ConsoleVisit(
            Request(.get, path, host: site.host, headers: headers), at: site, manager.context)
    }

    /// The session as a handler finds it.
    func visit(_ path: String) async throws -> AccountVisit? {
        try await AccountVisit(Request(.get, path, headers: headers), at: site, manager.context)
    }

    mutating func forget(_ cookie: String) { cookies[cookie] = nil }

    mutating func keep(_ cookie: String, _ value: String) { cookies[cookie] = value }

    private var fetchFields: [HeaderField] { fetchSite.map { [HeaderField("Sec-Fetch-Site", $0)] } ?? [] }

    private var headers: [HeaderField] {
        (cookies.isEmpty
            ? []
            : [HeaderField("Cookie", cookies.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: "; "))])
            + (language.map { [HeaderField("Accept-Language", $0)] } ?? [])
            + userAgents.map { HeaderField("User-Agent", $0) }
    }

    private mutating func respond(to request: Request) throws -> Response {
        let answer = usesSocket ? manager.respondOverTCP(to: request) : manager.router.respond(to: request)
        set = answer.headers.filter { $0.name == "Set-Cookie" }.map(\.value)
        for cookie in set {
            let pair = cookie.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            cookies[String(pair[0])] = cookie.contains("Max-Age=0") ? nil : String(pair[1])
        }
        return answer
    }
}

extension TestManager {
    /// Sends a request over TCP, and reads the answer as it comes.
    func respondOverTCP(to request: Request) -> Response {
        let target = RedirectURI.appending(request.query.list.map { ($0.name, $0.value) }, to: request.target.path)
        let head =
            ["\(request.method.rawValue) \(target) HTTP/1.1", "Host: \(request.host)", "Connection: close"]
            + request.headers.fields.map { "\($0.name): \($0.value)" } + [
                "Content-Length: \(request.body.count)", "", "",
            ]
        let client = WireClient(port)
        client.send(head.joined(separator: "\r\n") + String(decoding: request.body, as: UTF8.self))
        return Response(wire: client.read { _ in false })
    }
}

extension Response {
    /// Reads an answer whose end is the connection's.
    fileprivate init(wire text: String) {
        let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
        let lines = parts[0].split(separator: "\r\n")
        let fields = lines.dropFirst().map { line in
            let pair = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            return HeaderField(String(pair[0]), String(pair[1].drop { $0 == " " }))
        }
        self.init(
            Status(lines.first.flatMap { Int($0.split(separator: " ")[1]) } ?? 0), headers: fields,
            body: Array((parts.count > 1 ? parts[1] : "").utf8))
    }
}

/// A form as a page contains it.
struct PageForm {
    let action: String
    let fields: [(String, String)]
}

extension Response {
    var forms: [PageForm] {
        text.matches(of: #/<form action="([^"]*)"[^>]*>(.*?)<\/form>/#.dotMatchesNewlines()).map { form in
            let inputs = form.output.2.matches(of: #/<input ([^>]*)>/#).map(\.output.1)
            let fields = inputs.compactMap { input -> (String, String)? in
                guard let name = input.firstMatch(of: #/name="([^"]*)"/#)?.output.1,
                    !input.contains("type=\"radio\"") || input.contains(" checked")
                else { return nil }
                return (String(name), String(input.firstMatch(of: #/value="([^"]*)"/#)?.output.1 ?? "").unescaped)
            }
            return PageForm(action: String(form.output.1).unescaped, fields: fields)
        }
    }
}

extension String {
    fileprivate var unescaped: String {
        replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
            .replacing("&#39;", with: "'").replacing("&amp;", with: "&")
    }
}
