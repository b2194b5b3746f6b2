internal import CCurl
import Foundation

/// A handle of libcurl's easy interface, with the connection that it keeps between requests.
// @unchecked: libcurl allows any thread to use a handle as long as only one uses it at a time. `CurlClient` gives each
// handle to one transfer, under its lock.
@safe final class EasyHandle: @unchecked Sendable {
    private let handle: UnsafeMutableRawPointer

    /// Makes a handle.
    /// - Throws: `failed` where memory is exhausted.
    init() throws(CurlError) {
        guard Self.isInitialized, let handle = unsafe curl_easy_init() else { throw Self.error(CURLE_FAILED_INIT) }
        unsafe self.handle = handle
    }

    deinit { unsafe curl_easy_cleanup(handle) }

    /// The result of libcurl's global initialization, which happens once and is never undone, since other modules may
    /// use libcurl.
    private static let isInitialized = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    /// The file with the system's certificate authorities; nil if libcurl was built without one.
    var systemAuthorities: String? {
        var path: UnsafePointer<CChar>?
        guard unsafe xign_curl_get_text(handle, CURLINFO_CAINFO, &path) == CURLE_OK, let path = unsafe path else {
            return nil
        }
        return unsafe String(cString: path)
    }

    /// Performs one exchange on the calling thread, which blocks.
    ///
    /// - Parameters:
    ///   - authorities: certificates in PEM, instead of libcurl's file; nil for that file.
    ///   - proxy: the address of a proxy, instead of the environment's; empty for none, nil for that.
    ///   - isCancelled: called at least once a second; true ends the transfer.
    /// - Throws: ``CurlError``.
    func perform(
        _ request: CurlRequest, authorities: [UInt8]?, proxy: String?, isCancelled: @escaping () -> Bool
    ) throws(CurlError) -> CurlResponse {
        let reception = Reception(maximumSize: request.maximumResponseSize, isCancelled: isCancelled)
        let fields = try HeaderList(request.headers)
        // Resets the body and the pointers set below; the connection stays open.
        defer { unsafe curl_easy_reset(handle) }
        try set(request)
        if let proxy, !request.isLocal { try set(CURLOPT_PROXY, proxy) }
        try security(authorities)
        try check(unsafe xign_curl_set_list(handle, CURLOPT_HTTPHEADER, fields.first))
        try receive(into: reception)
        let code = withExtendedLifetime((reception, fields)) { unsafe curl_easy_perform(handle) }
        guard code == CURLE_OK else {
            guard !reception.isTooLarge else { throw .responseTooLarge }
            let proxy = request.isLocal ? "" : proxy ?? EnvironmentProxy.address(for: request.url) ?? ""
            throw (proxy.isEmpty ? nil : proxyProblem(code, proxy)) ?? failure(code)
        }
        return CurlResponse(status: number(CURLINFO_RESPONSE_CODE), headers: reception.headers, body: reception.body)
    }

    // MARK: Options

    private func set(_ request: CurlRequest) throws(CurlError) {
        let isHarmless = [request.method, request.url].allSatisfy { text in
            text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        }
        guard isHarmless else { throw .invalidRequest }
        try set(CURLOPT_URL, request.url)
        // Restricts libcurl to HTTP. A redirect is an answer.
        try set(CURLOPT_PROTOCOLS_STR, request.isLocal ? "http,https" : "https")
        try set(CURLOPT_FOLLOWLOCATION, 0)
        if request.isLocal { try set(CURLOPT_PROXY, "") }
        try set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        try set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
        // The size of a body is limited as transmitted: a small body could be decoded into a large one.
        try set(CURLOPT_HTTP_CONTENT_DECODING, 0)
        try set(CURLOPT_TIMEOUT_MS, request.timeout.milliseconds)
        // Timeouts without signals, and without waiting for a name resolver that exceeds them.
        try set(CURLOPT_NOSIGNAL, 1)
        try set(CURLOPT_QUICK_EXIT, 1)
        try set(CURLOPT_MAXCONNECTS, 1)
        if let body = request.body {
            try set(CURLOPT_POST, 1)
            try check(unsafe xign_curl_set_size(handle, CURLOPT_POSTFIELDSIZE_LARGE, Int(body.count)))
            // libcurl copies the body, so that it can send it again when a kept connection turns out to be closed.
            try check(
                unsafe body.withUnsafeBytes {
                    unsafe xign_curl_set_pointer(handle, CURLOPT_COPYPOSTFIELDS, $0.baseAddress)
                })
            if request.method != "POST" { try set(CURLOPT_CUSTOMREQUEST, request.method) }
        } else {
            try set(CURLOPT_HTTPGET, 1)
            if request.method != "GET" { try set(CURLOPT_CUSTOMREQUEST, request.method) }
            if request.method == "HEAD" { try set(CURLOPT_NOBODY, 1) }
        }
    }

    private func security(_ authorities: [UInt8]?) throws(CurlError) {
        try set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        try set(CURLOPT_SSL_VERIFYPEER, 1)
        try set(CURLOPT_SSL_VERIFYHOST, 2)
        guard let authorities else { return }
        try check(
            unsafe authorities.withUnsafeBytes {
                unsafe xign_curl_set_blob(handle, CURLOPT_CAINFO_BLOB, $0.baseAddress, $0.count)
            })
    }

    private func receive(into reception: Reception) throws(CurlError) {
        let pointer = unsafe UnsafeRawPointer(Unmanaged.passUnretained(reception).toOpaque())
        try check(unsafe xign_curl_set_pointer(handle, CURLOPT_WRITEDATA, pointer))
        try check(unsafe xign_curl_set_pointer(handle, CURLOPT_HEADERDATA, pointer))
        try check(unsafe xign_curl_set_pointer(handle, CURLOPT_XFERINFODATA, pointer))
        try check(
            unsafe xign_curl_set_receiver(handle, CURLOPT_WRITEFUNCTION) { bytes, _, count, reception in
                unsafe Reception.of(reception).receive(body: .init(start: bytes, count: count)) ? count : 0
            })
        try check(
            unsafe xign_curl_set_receiver(handle, CURLOPT_HEADERFUNCTION) { bytes, _, count, reception in
                unsafe Reception.of(reception).receive(headerLine: .init(start: bytes, count: count)) ? count : 0
            })
        try check(
            unsafe xign_curl_set_progress(handle) { reception, _, _, _, _ in
                unsafe Reception.of(reception).mustEnd ? 1 : 0
            })
        try set(CURLOPT_NOPROGRESS, 0)
    }

    private func set(_ option: CURLoption, _ number: Int) throws(CurlError) {
        try check(unsafe xign_curl_set_number(handle, option, number))
    }

    private func set(_ option: CURLoption, _ text: String) throws(CurlError) {
        try check(unsafe text.withCString { unsafe xign_curl_set_pointer(handle, option, $0) })
    }

    // MARK: Errors

    private func check(_ code: CURLcode) throws(CurlError) {
        guard code == CURLE_OK else { throw Self.error(code) }
    }

    private static func error(_ code: CURLcode) -> CurlError {
        .failed(code: Int(code.rawValue), description: unsafe String(cString: curl_easy_strerror(code)))
    }

    /// Returns a number that libcurl knows of the last transfer; 0 where it knows none.
    private func number(_ info: CURLINFO) -> Int {
        var number = 0
        return unsafe xign_curl_get_number(handle, info, &number) == CURLE_OK ? number : 0
    }

    private var errno: Int32 { Int32(truncatingIfNeeded: number(CURLINFO_OS_ERRNO)) }

    private func failure(_ code: CURLcode) -> CurlError {
        switch code {
        case CURLE_ABORTED_BY_CALLBACK: .cancelled
        case CURLE_OPERATION_TIMEDOUT: .timedOut
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY: .notHTTP
        case CURLE_SSL_CACERT_BADFILE: .certificateRefused(.unreadableAuthorities)
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR: .certificateRefused(refusal)
        case CURLE_COULDNT_RESOLVE_HOST: .hostNotFound
        case CURLE_COULDNT_CONNECT: .notConnected(errno: errno)
        case CURLE_SSL_CONNECT_ERROR: .notSecured
        default: Self.error(code)
        }
    }

    /// Returns the failure that a proxy has caused; nil for one that has another cause.
    private func proxyProblem(_ code: CURLcode, _ proxy: String) -> CurlError? {
        guard code != CURLE_ABORTED_BY_CALLBACK, code != CURLE_OPERATION_TIMEDOUT else { return nil }
        let status = number(CURLINFO_HTTP_CONNECTCODE)
        if status == 407 { return .proxy(.passwordNeeded) }
        if status != 0, !(200..<300).contains(status) { return .proxy(.refused(status: status)) }
        switch code {
        case CURLE_COULDNT_RESOLVE_PROXY: return .proxy(.notFound)
        // A proxy of SOCKS finds the server's name itself, or says that it cannot.
        case CURLE_COULDNT_RESOLVE_HOST where proxy.lowercased().hasPrefix("socks"): return .proxy(.notFound)
        case CURLE_PROXY: return socksProblem
        case CURLE_COULDNT_CONNECT: return .proxy(errno == 0 ? .notFound : .notConnected(errno: errno))
        default: break
        }
        // A proxy of SOCKS that opened the way is not at fault, and one of HTTP has answered then.
        let isClosed = !proxy.lowercased().hasPrefix("socks") && status == 0 && number(CURLINFO_NUM_CONNECTS) > 0
        guard isClosed else { return nil }
        return switch code {
        case CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING, CURLE_SSL_CONNECT_ERROR, CURLE_WEIRD_SERVER_REPLY:
            .proxy(.broken)
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR: .proxy(.certificateRefused)
        default: nil
        }
    }

    private var socksProblem: CurlError {
        let problem = CURLproxycode(UInt32(number(CURLINFO_PROXY_ERROR)))
        return switch problem {
        case CURLPX_RESOLVE_HOST: .hostNotFound
        case CURLPX_NO_AUTH, CURLPX_USER_REJECTED: .proxy(.passwordNeeded)
        case CURLPX_REPLY_GENERAL_SERVER_FAILURE: .proxy(.socksRefused(reply: 1))
        case CURLPX_REPLY_NOT_ALLOWED: .proxy(.socksRefused(reply: 2))
        case CURLPX_REPLY_NETWORK_UNREACHABLE: .proxy(.socksRefused(reply: 3))
        case CURLPX_REPLY_HOST_UNREACHABLE: .proxy(.socksRefused(reply: 4))
        case CURLPX_REPLY_CONNECTION_REFUSED: .proxy(.socksRefused(reply: 5))
        case CURLPX_REPLY_TTL_EXPIRED: .proxy(.socksRefused(reply: 6))
        case CURLPX_REPLY_COMMAND_NOT_SUPPORTED: .proxy(.socksRefused(reply: 7))
        case CURLPX_REPLY_ADDRESS_TYPE_NOT_SUPPORTED: .proxy(.socksRefused(reply: 8))
        case CURLPX_REQUEST_FAILED: .proxy(.socksRefused(reply: 91))
        default: .proxy(.broken)
        }
    }

    /// The reason by the codes of <openssl/x509_vfy.h>, which are stable.
    private var refusal: CurlError.Certificate {
        switch number(CURLINFO_SSL_VERIFYRESULT) {
        // libcurl compares the name before it sets the result of the chain, which is 1 (unspecified) until then.
        case 0, 1: .otherHost
        case 2, 18, 19, 20, 21, 24, 79: .unknownAuthority
        case 9: .notYetValid
        case 10: .expired
        default: .invalid
        }
    }
}

extension Reception {
    /// Returns the object that `EasyHandle` has passed to libcurl. It lives until the transfer has ended.
    fileprivate static func of(_ pointer: UnsafeMutableRawPointer?) -> Reception {
        // `!`: the pointer is set together with the callbacks.
        unsafe Unmanaged<Reception>.fromOpaque(pointer!).takeUnretainedValue()
    }
}

/// A list of header fields in libcurl's form.
@safe private final class HeaderList {
    private(set) var first: UnsafeMutablePointer<curl_slist>?

    init(_ fields: [(name: String, value: String)]) throws(CurlError) {
        // Without an empty Expect, libcurl would wait for "100 Continue" before it sends a large body.
        for (name, value) in fields + [(name: "Expect", value: "")] {
            guard name.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: ":") }), !name.isEmpty,
                value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
            else { throw .invalidRequest }
            guard let list = unsafe curl_slist_append(first, "\(name): \(value)") else {
                throw .failed(code: Int(CURLE_OUT_OF_MEMORY.rawValue), description: "Out of memory")
            }
            unsafe first = list
        }
    }

    deinit { unsafe curl_slist_free_all(first) }
}

extension Duration {
    /// The duration in milliseconds, at least 1, since 0 means no limit to libcurl.
    fileprivate var milliseconds: Int {
        let (seconds, attoseconds) = components
        return max(1, Int(seconds.clamped) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
    }
}

extension Int64 {
    /// The number of seconds, limited so that its milliseconds fit into an `Int`.
    fileprivate var clamped: Int64 { Swift.min(Swift.max(self, 0), 1_000_000) }
}
