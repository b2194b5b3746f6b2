import CLibCurl
import Glibc
import XignHTTP

/// A handle of libcurl's easy interface, for one request or mail.
@safe final class EasyHandle {
    let handle: UnsafeMutableRawPointer

    init() throws(HTTPSFailure) {
        guard let handle = unsafe clibcurl_new() else { throw .failed("out of memory") }
        unsafe self.handle = handle
    }

    deinit { unsafe clibcurl_free(handle) }

    // MARK: The library

    static func load() throws(HTTPSFailure) {
        if let loadingFailure { throw .notLoaded(loadingFailure) }
    }

    /// The names of Debian's files: with OpenSSL, and with GnuTLS.
    private static let libraries = ["libcurl.so.4", "libcurl-gnutls.so.4"]

    /// The reason why libcurl could not be loaded, once for the process; nil where it was.
    private static let loadingFailure: String? = {
        var failure: String?
        for library in libraries {
            guard let reason = unsafe clibcurl_load(library) else { return nil }
            if failure == nil { failure = unsafe String(cString: reason) }
        }
        return failure
    }()

    // MARK: The request

    /// Sends a form.
    /// - Returns: the answer, as far as the exchange has read it before it ended.
    func post(
        _ form: [UInt8], to url: String, _ exchange: Exchange, authorities: [UInt8]?
    ) throws(HTTPSFailure) -> PostedAnswer {
        guard url.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { throw .notHTTPS }
        let fields = CurlList(["Expect:", "User-Agent: Xign", "Accept:"])
        try prepare(url, scheme: "https")
        try set(CURLOPT_POST, 1)
        try check(unsafe form.withUnsafeBytes { unsafe clibcurl_set_body(handle, $0.baseAddress, $0.count) })
        try check(unsafe clibcurl_set_list(handle, CURLOPT_HTTPHEADER, fields.first))
        try secure(authorities)
        try call(exchange)
        let code = withExtendedLifetime((exchange, fields)) { unsafe clibcurl_perform(handle) }
        if let status = exchange.finalStatus { return PostedAnswer(status: status, body: exchange.body) }
        throw failure(code, exchange)
    }

    /// Gets a URL, of which header and body are read.
    /// - Parameters:
    ///   - url: of the manager itself: https, or http on loopback.
    ///   - socket: the path of the Unix-domain socket to connect to; nil: the host of the URL.
    ///   - fields: further fields of the request, as `name: value`.
    ///   - leastVersion: of TLS, as libcurl names it.
    func inspect(
        _ url: String, socket: String?, fields: [String], leastVersion: Int, _ exchange: Exchange,
        authorities: [UInt8]?
    ) throws(HTTPSFailure) -> InspectedAnswer {
        let fields = CurlList(["User-Agent: Xign"] + fields)
        var reason = [CChar](repeating: 0, count: Int(CURL_ERROR_SIZE))
        try prepare(url, scheme: url.hasPrefix("https:") ? "https" : "http")
        try set(CURLOPT_CERTINFO, 1)
        if let socket { try set(CURLOPT_UNIX_SOCKET_PATH, socket) }
        try check(unsafe clibcurl_set_list(handle, CURLOPT_HTTPHEADER, fields.first))
        try secure(authorities, leastVersion: leastVersion)
        try call(exchange)
        let code = unsafe reason.withUnsafeMutableBufferPointer { buffer in
            _ = unsafe clibcurl_set_pointer(handle, CURLOPT_ERRORBUFFER, buffer.baseAddress)
            let code = withExtendedLifetime((exchange, fields)) { unsafe clibcurl_perform(handle) }
            _ = unsafe clibcurl_set_pointer(handle, CURLOPT_ERRORBUFFER, nil)
            return code
        }
        guard code == CURLE_OK, let status = exchange.finalStatus else {
            // libcurl's own words on the manager's own address: they tell an expired certificate from a foreign one.
            let text = String(decoding: reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            if code == CURLE_COULDNT_CONNECT { throw .notConnected(text.isEmpty ? Self.text(code) : text) }
            throw text.isEmpty ? failure(code, exchange) : .failed(text)
        }
        var address: UnsafePointer<CChar>?
        _ = unsafe clibcurl_get_text(handle, CURLINFO_LOCAL_IP, &address)
        var expiry = [CChar](repeating: 0, count: 64)
        unsafe clibcurl_write_expiry(handle, &expiry, expiry.count)
        return InspectedAnswer(
            status: status, fields: exchange.fields, body: exchange.body,
            localAddress: unsafe address.flatMap { RemoteAddress(unsafe String(cString: $0)) },
            certificateEnd: CertificateDate.seconds(
                String(decoding: expiry.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)))
    }

    /// Sets the URL, and what holds for all requests.
    func prepare(_ url: String, scheme: String) throws(HTTPSFailure) {
        try set(CURLOPT_URL, url)
        try set(CURLOPT_PROTOCOLS_STR, scheme)
        try set(CURLOPT_FOLLOWLOCATION, 0)
        // Empty: none, not even those of the environment.
        try set(CURLOPT_PROXY, "")
        try set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
        try set(CURLOPT_NOSIGNAL, 1)
        try set(CURLOPT_QUICK_EXIT, 1)
        try set(CURLOPT_FORBID_REUSE, 1)
        try set(CURLOPT_CONNECTTIMEOUT_MS, HTTPSClient.connectTime.inMilliseconds)
        try set(CURLOPT_TIMEOUT_MS, HTTPSClient.totalTime.inMilliseconds)
    }

    func secure(
        _ authorities: [UInt8]?, leastVersion: Int = Int(CURL_SSLVERSION_TLSv1_2)
    ) throws(HTTPSFailure) {
        try set(CURLOPT_SSLVERSION, leastVersion)
        try set(CURLOPT_SSL_VERIFYPEER, 1)
        try set(CURLOPT_SSL_VERIFYHOST, 2)
        guard let authorities else { return }
        // libcurl uses these bytes instead of the system's file, so they must include it.
        let bytes = authorities + [UInt8(ascii: "\n")] + systemAuthorities
        try check(
            unsafe bytes.withUnsafeBytes {
                unsafe clibcurl_set_blob(handle, CURLOPT_CAINFO_BLOB, $0.baseAddress, $0.count)
            })
    }

    /// The certificates of the system's authorities; empty if libcurl was built without a file of them.
    private var systemAuthorities: [UInt8] {
        var path: UnsafePointer<CChar>?
        guard unsafe clibcurl_get_text(handle, CURLINFO_CAINFO, &path) == CURLE_OK, let path = unsafe path,
            let file = unsafe fopen(path, "re")
        else { return [] }
        defer { unsafe fclose(file) }
        var (contents, buffer): ([UInt8], [UInt8]) = ([], [UInt8](repeating: 0, count: 65_536))
        while true {
            let count = unsafe fread(&buffer, 1, buffer.count, file)
            guard count > 0 else { return contents }
            contents += buffer[..<count]
        }
    }

    /// Lets libcurl call the exchange.
    private func call(_ exchange: Exchange) throws(HTTPSFailure) {
        let pointer = unsafe UnsafeRawPointer(Unmanaged.passUnretained(exchange).toOpaque())
        for option in [
            CURLOPT_HEADERDATA, CURLOPT_WRITEDATA, CURLOPT_XFERINFODATA, CURLOPT_OPENSOCKETDATA,
        ] {
            try check(unsafe clibcurl_set_pointer(handle, option, pointer))
        }
        try check(
            unsafe clibcurl_set_socket_opener(handle) { exchange, _, address in
                guard let address = unsafe address else { return -1 }
                var text = [CChar](repeating: 0, count: 46)
                unsafe clibcurl_write_address(address, &text, text.count)
                let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
                guard unsafe Exchange.of(exchange).admits(String(decoding: bytes, as: UTF8.self)) else { return -1 }
                return unsafe clibcurl_open_socket(address)
            })
        try check(
            unsafe clibcurl_set_receiver(handle, CURLOPT_HEADERFUNCTION) { bytes, _, count, exchange in
                unsafe Exchange.of(exchange).receive(headerLine: .init(start: bytes, count: count)) ? count : 0
            })
        try check(
            unsafe clibcurl_set_receiver(handle, CURLOPT_WRITEFUNCTION) { bytes, _, count, exchange in
                unsafe Exchange.of(exchange).receive(body: .init(start: bytes, count: count)) ? count : 0
            })
        try check(
            unsafe clibcurl_set_progress(handle) { exchange, _, _, _, _ in
                unsafe Exchange.of(exchange).isCancelled() ? 1 : 0
            })
        try set(CURLOPT_NOPROGRESS, 0)
    }

    func set(_ option: CURLoption, _ number: Int) throws(HTTPSFailure) {
        try check(unsafe clibcurl_set_number(handle, option, number))
    }

    func set(_ option: CURLoption, _ text: String) throws(HTTPSFailure) {
        try check(unsafe text.withCString { unsafe clibcurl_set_pointer(handle, option, $0) })
    }

    // MARK: Failures

    func check(_ code: CURLcode) throws(HTTPSFailure) {
        guard code == CURLE_OK else { throw .failed(Self.text(code)) }
    }

    private func failure(_ code: CURLcode, _ exchange: Exchange) -> HTTPSFailure {
        if exchange.isHeaderTooLarge { return .headerTooLarge }
        return switch code {
        case CURLE_COULDNT_CONNECT: exchange.refused.map { .addressRefused($0) } ?? .failed(Self.text(code))
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_URL_MALFORMAT: .notHTTPS
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR: .certificateRefused
        case CURLE_OPERATION_TIMEDOUT: .timedOut
        case CURLE_ABORTED_BY_CALLBACK: .cancelled
        default: .failed(Self.text(code))
        }
    }

    static func text(_ code: CURLcode) -> String { unsafe String(cString: clibcurl_text(code)) }
}

extension Exchange {
    /// Returns the object that `EasyHandle` has passed to libcurl. It lives until the request has ended.
    fileprivate static func of(_ pointer: UnsafeMutableRawPointer?) -> Exchange {
        // `!`: the pointer is set together with the callbacks.
        unsafe Unmanaged<Exchange>.fromOpaque(pointer!).takeUnretainedValue()
    }
}

/// A list of texts in libcurl's form: header fields, of which one without a value is not sent, or recipients.
@safe final class CurlList {
    private(set) var first: UnsafeMutablePointer<curl_slist>?

    init(_ texts: [String]) {
        for text in texts {
            guard let list = unsafe clibcurl_list(first, text) else { return }
            unsafe first = list
        }
    }

    deinit { unsafe clibcurl_free_list(first) }
}

extension Duration {
    fileprivate var inMilliseconds: Int { Int(components.seconds) * 1000 }
}
