import XignDomain

/// The values of `Content-Security-Policy` for the pages (CSP Level 3). They refuse all that a page does not need:
/// inline scripts and styles, frames, other sites, and DOM calls that turn text into script (Trusted Types).
enum ContentSecurityPolicy {
    /// The policy for a picture, in a page or alone. An SVG file that is opened alone is a document.
    static let picture = policy(["default-src 'none'", "sandbox"])

    /// The policy for pages without a login. Their only form chooses a language. Their scripts can send nothing to
    /// other sites.
    static let message = policy([
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'", "form-action 'self'",
        "require-trusted-types-for 'script'", "trusted-types 'none'",
    ])

    /// The policy for the authenticator at an App-Link origin. Its forms are never sent.
    static let authenticator = policy([
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'", "connect-src 'self'",
        "form-action 'none'", "require-trusted-types-for 'script'", "trusted-types 'none'",
    ])

    /// The policy for the page on which a login or an act at a surface waits for its device.
    static let surfaceProcess = policy([
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'", "connect-src 'self'",
        "form-action 'self'", "require-trusted-types-for 'script'", "trusted-types 'none'",
    ])

    /// The policy for the pages of surfaces. Their forms lead nowhere else.
    static let surface = policy([
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'", "form-action 'self'",
        "require-trusted-types-for 'script'", "trusted-types 'none'",
    ])

    /// Makes the policy for the page of a login that ends at `redirectURI`.
    ///
    /// Chromium checks `form-action` for the form's address and for every redirect that follows, including those of the
    /// website: a broker such as Keycloak sends the browser on to another site, which is not known here. So the forms
    /// of this page may lead to any `https` site, and to the redirect URI's scheme if that is another one (`http` on
    /// loopback, an app's own). The page's forms post to this origin alone.
    ///
    /// - Parameter redirectURI: registered for the service. One without a valid scheme adds nothing.
    static func login(redirectURI: String) -> String { returning(to: [redirectURI]) }

    /// Makes the policy for the page to which an app sends the browser back. Its form ends at one of several redirect
    /// URIs.
    static func returning(to redirectURIs: [String]) -> String {
        policy([
            "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'", "connect-src 'self'",
            (["form-action 'self' https:"] + furtherSchemes(of: redirectURIs)).joined(separator: " "),
            "require-trusted-types-for 'script'", "trusted-types 'none'",
        ])
    }

    /// Makes the policy for the page that posts an answer to `redirectURI`, and to the addresses to which the website
    /// sends the browser from there.
    static func formPost(to redirectURI: String) -> String {
        policy([
            "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'",
            (["form-action https:"] + furtherSchemes(of: [redirectURI])).joined(separator: " "),
            "require-trusted-types-for 'script'", "trusted-types 'none'",
        ])
    }

    /// Returns the schemes other than `https` as sources.
    private static func furtherSchemes(of redirectURIs: [String]) -> [String] {
        Set(redirectURIs.compactMap(scheme)).subtracting(["https"]).sorted().map { "\($0):" }
    }

    private static func policy(_ directives: [String]) -> String {
        (directives + ["base-uri 'none'", "frame-ancestors 'none'"]).joined(separator: "; ")
    }

    /// Returns the scheme of an address (RFC 3986, section 3.1); nil if it has other characters. A `;` in the header
    /// would begin another directive.
    private static func scheme(of address: String) -> String? {
        guard let colon = address.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let scheme = address[..<colon].lowercased()
        guard let first = scheme.utf8.first, first.isLowercaseLetter else { return nil }
        let isValid = scheme.utf8.allSatisfy { byte in
            byte.isLowercaseLetter || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
        }
        return isValid ? scheme : nil
    }
}

extension UInt8 {
    fileprivate var isLowercaseLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }
}
