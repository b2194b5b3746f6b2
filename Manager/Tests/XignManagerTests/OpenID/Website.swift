import XignCrypto
import XignHTTP
import XignProtocol

@testable import XignAdmission
@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

/// A relying party, as it behaves when it does everything right; tests change what is to be wrong.
struct Website {
    var clientID: String
    var redirectURI: String
    var isConfidential = true
    var verifier = Base64URL.encode(Array(repeating: UInt8(9), count: 32))
    var nonce = "n-0S6_WzA2Mj"
    var state = "af0ifjsldkj"

    static let shop = Website(clientID: "shop", redirectURI: "https://shop.example.org/callback")
    static let legacy = Website(clientID: "legacy", redirectURI: "http://127.0.0.1:8090/cb")
    static let noncing = Website(clientID: "noncing", redirectURI: "https://noncing.example.org/cb")
    static let app = Website(clientID: "app", redirectURI: "https://app.example.org/cb", isConfidential: false)

    var challenge: String { Base64URL.encode(Array(SHA256.hash(data: Array(verifier.utf8)))) }

    /// Makes its authorization request; a nil among the changes leaves a parameter out.
    func request(_ changes: [String: String?] = [:]) -> [(String, String)] {
        var parameters: [(String, String)] = [
            ("client_id", clientID), ("redirect_uri", redirectURI), ("response_type", "code"),
            ("scope", "openid profile"), ("state", state), ("nonce", nonce), ("code_challenge", challenge),
            ("code_challenge_method", "S256"),
        ]
        for (name, value) in changes {
            parameters.removeAll { $0.0 == name }
            if let value { parameters.append((name, value)) }
        }
        return parameters
    }

    func target(_ changes: [String: String?] = [:]) -> String {
        "/openid/authenticate?" + Provider.encoded(request(changes))
    }

    func tokenRequest(_ code: String, _ changes: [String: String?] = [:]) -> [(String, String)] {
        var parameters: [(String, String)] = [
            ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", redirectURI),
            ("code_verifier", verifier),
        ]
        if !isConfidential { parameters.append(("client_id", clientID)) }
        for (name, value) in changes {
            parameters.removeAll { $0.0 == name }
            if let value { parameters.append((name, value)) }
        }
        return parameters
    }

    var authorization: [HeaderField] { isConfidential ? [Self.basic(clientID, Provider.secret.text)] : [] }

    static func basic(_ user: String, _ password: String) -> HeaderField {
        HeaderField("Authorization", "Basic \(base64("\(user):\(password)"))")
    }

    private static func base64(_ text: String) -> String {
        let url = Base64URL.encode(Array(text.utf8))
        let padded = url + String(repeating: "=", count: (4 - url.count % 4) % 4)
        return String(padded.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
    }

    func redeem(_ code: String, at provider: Provider, _ changes: [String: String?] = [:]) throws -> Response {
        try provider.post("/openid/token", tokenRequest(code, changes), headers: authorization)
    }
}

/// A browser: keeps cookies, and says of its forms where they come from.
struct Browser {
    let provider: Provider
    private(set) var cookies: [(name: String, value: String)] = []

    init(_ provider: Provider) { self.provider = provider }

    var cookieField: HeaderField {
        HeaderField("Cookie", cookies.map { "\($0.name)=\($0.value)" }.joined(separator: "; "))
    }

    mutating func get(_ target: String) throws -> Response { keep(try provider.get(target, headers: [cookieField])) }

    mutating func post(
        _ target: String, _ form: [(String, String)] = [], fetchSite: String = "same-origin"
    ) throws -> Response {
        keep(try provider.post(target, form, headers: [cookieField, HeaderField("Sec-Fetch-Site", fetchSite)]))
    }

    /// Comes from a website and is shown the login page.
    mutating func begin(_ website: Website, _ changes: [String: String?] = [:]) throws -> SessionID {
        try session(in: try get(website.target(changes)))
    }

    /// The session whose page an answer leads to.
    func session(in response: Response) throws -> SessionID {
        guard let location = response["Location"], location.hasPrefix("/login/"),
            let id = SessionID(text: location.dropFirst("/login/".count))
        else { throw Unexpected(response: response) }
        return id
    }

    /// Logs in, with a device that confirms, and returns the code.
    mutating func logIn(
        _ website: Website, _ changes: [String: String?] = [:], factors: [FactorType] = [.device, .pin]
    )
        throws -> String
    {
        let id = try begin(website, changes)
        try provider.confirm(id, factors: factors)
        return try Answer(try post("/login/\(id)/continue"))["code"] ?? ""
    }

    private mutating func keep(_ response: Response) -> Response {
        for field in response.headers where field.name == "Set-Cookie" {
            let pair = field.value.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
            cookies.removeAll { $0.name == pair[0] }
            if !field.value.contains("; Max-Age=0") { cookies.append((String(pair[0]), String(pair[1]))) }
        }
        return response
    }
}

struct Unexpected: Error { let response: Response }

/// The answer that a website receives at its redirect URI.
struct Answer {
    let status: Int
    /// Without the query.
    let address: String
    let parameters: Parameters

    init(_ response: Response) throws {
        guard let location = response["Location"] else { throw Unexpected(response: response) }
        status = response.status.code
        address = String(location.prefix { $0 != "?" })
        parameters = try Parameters(formEncoded: Array(location.utf8.dropFirst(address.utf8.count + 1)))
    }

    subscript(name: String) -> String? { parameters.all(name).count == 1 ? parameters.all(name)[0] : nil }
}

extension Response {
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The body's members.
    var json: JSONValue {
        get throws { try StrictJSON.parse(bytes, limits: .message) }
    }
}

extension JSONValue {
    subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    var string: String? { if case .string(let text) = self { text } else { nil } }
    var integer: Int64? { if case .integer(let number) = self { number } else { nil } }
    var boolean: Bool? { if case .boolean(let flag) = self { flag } else { nil } }
    var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }
    var strings: [String] { elements.compactMap(\.string) }
    var names: [String] { if case .object(let members) = self { members.map(\.name) } else { [] } }
}
