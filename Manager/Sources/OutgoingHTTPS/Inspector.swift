import CLibCurl
import XignHTTP

/// A client that looks at the manager's own addresses, as browsers and devices reach them.
///
/// It connects to every address, since the operator has chosen the name; it verifies certificates, follows no redirect,
/// uses no proxy, and keeps neither connection nor cookie.
package struct Inspector: Sendable {
    /// The longest body that is read.
    private static let maximumBodyBytes = 1 << 20

    private let authorities: [UInt8]?

    /// - Parameter authorities: certificates in PEM that are trusted besides the system's.
    package init(authorities: [UInt8]? = nil) { self.authorities = authorities }

    /// Gets a URL, and blocks the calling thread meanwhile, for ten seconds at most.
    /// - Parameters:
    ///   - url: https, or http.
    ///   - fields: further fields of the request, as `name: value`.
    ///   - socket: the path of the Unix-domain socket to connect to; nil: the host of the URL.
    ///   - needsTLS13: refuses an older version.
    /// - Throws: `HTTPSFailure`, whose description may have libcurl's words on the certificate.
    package func get(
        _ url: String, fields: [String] = [], socket: String? = nil, needsTLS13: Bool = false
    ) throws(HTTPSFailure) -> InspectedAnswer {
        try EasyHandle.load()
        blockSIGPIPE()
        let exchange = Exchange(policy: .all, maximumBodyBytes: Self.maximumBodyBytes) { false }
        let version = needsTLS13 ? CURL_SSLVERSION_TLSv1_3 : CURL_SSLVERSION_TLSv1_2
        return try EasyHandle().inspect(
            url, socket: socket, fields: fields, leastVersion: Int(version), exchange, authorities: authorities)
    }
}

/// An answer of the manager, or of what stands in its place.
package struct InspectedAnswer: Sendable {
    package let status: Int
    /// With names in lower case.
    let fields: [(name: String, value: String)]
    package let body: [UInt8]
    /// This machine's end of the connection.
    package let localAddress: RemoteAddress?
    /// The end of the certificate's validity, in Unix seconds; nil without TLS.
    package let certificateEnd: Int64?

    /// - Parameter name: in lower case.
    package func all(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

    /// The moment of the answer by the other side's clock, in Unix seconds (RFC 9110, section 6.6.1).
    package var date: Int64? { all("date").first.flatMap(CertificateDate.seconds) }
}

/// A date in libcurl's description of a certificate, and in HTTP (RFC 9110, section 5.6.7).
enum CertificateDate {
    /// Returns Unix seconds; nil for a text in none of the forms.
    static func seconds(_ text: String) -> Int64? {
        let seconds = unsafe text.withCString { unsafe clibcurl_read_date($0) }
        return seconds < 0 ? nil : seconds
    }
}
