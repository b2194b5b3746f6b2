import CLibCurl
import XignDomain

extension EasyHandle {
    /// Sends a mail, over a connection of its own.
    /// - Parameter recipient: nil: nothing is sent, after the greeting and the credentials.
    /// - Returns: libcurl's result.
    func send(
        from sender: MailAddress, to recipient: MailAddress?, by server: MailServer, _ exchange: MailExchange,
        authorities: [UInt8]?
    ) throws(HTTPSFailure) -> CURLcode {
        try prepare(server.url, scheme: server.isEncryptedAtOnce ? "smtps" : "smtp")
        try set(CURLOPT_CONNECTTIMEOUT_MS, SMTPClient.connectMilliseconds)
        let milliseconds = recipient == nil ? SMTPClient.connectMilliseconds : SMTPClient.totalMilliseconds
        try set(CURLOPT_TIMEOUT_MS, milliseconds)
        // Otherwise libcurl waits for a reply no longer than a minute or two.
        try set(CURLOPT_SERVER_RESPONSE_TIMEOUT, milliseconds / 1000)
        try set(CURLOPT_USE_SSL, Int(server.isEncrypted ? CURLUSESSL_ALL.rawValue : CURLUSESSL_NONE.rawValue))
        try secure(authorities)
        if let credentials = server.credentials {
            try set(CURLOPT_USERNAME, credentials.user)
            try set(CURLOPT_PASSWORD, credentials.password)
        }
        try call(exchange)
        guard let recipient else {
            try set(CURLOPT_NOBODY, 1)
            try set(CURLOPT_CUSTOMREQUEST, "NOOP")
            return withExtendedLifetime(exchange) { unsafe clibcurl_perform(handle) }
        }
        let recipients = CurlList(["<\(recipient)>"])
        try set(CURLOPT_MAIL_FROM, "<\(sender)>")
        try check(unsafe clibcurl_set_list(handle, CURLOPT_MAIL_RCPT, recipients.first))
        try check(
            unsafe clibcurl_set_upload(
                handle,
                { bytes, size, count, exchange in
                    unsafe MailExchange.of(exchange).give(to: .init(start: bytes, count: size * count))
                }, exchange.byteCount))
        return withExtendedLifetime((exchange, recipients)) { unsafe clibcurl_perform(handle) }
    }

    /// Lets libcurl call the exchange.
    private func call(_ exchange: MailExchange) throws(HTTPSFailure) {
        let pointer = unsafe UnsafeRawPointer(Unmanaged.passUnretained(exchange).toOpaque())
        for option in [CURLOPT_READDATA, CURLOPT_DEBUGDATA, CURLOPT_XFERINFODATA] {
            try check(unsafe clibcurl_set_pointer(handle, option, pointer))
        }
        try check(
            unsafe clibcurl_set_listener(handle) { _, kind, bytes, count, exchange in
                switch kind {
                case CURLINFO_HEADER_OUT:
                    unsafe MailExchange.of(exchange).note(command: .init(start: bytes, count: count))
                case CURLINFO_HEADER_IN: unsafe MailExchange.of(exchange).note(reply: .init(start: bytes, count: count))
                default: break
                }
                return 0
            })
        try check(
            unsafe clibcurl_set_socket_opener(handle) { _, _, address in
                guard let address = unsafe address else { return -1 }
                return unsafe clibcurl_open_socket(address)
            })
        // Replies are no body, and go nowhere.
        try check(unsafe clibcurl_set_receiver(handle, CURLOPT_WRITEFUNCTION) { _, size, count, _ in size * count })
        try check(
            unsafe clibcurl_set_progress(handle) { exchange, _, _, _, _ in
                unsafe MailExchange.of(exchange).isCancelled() ? 1 : 0
            })
        try set(CURLOPT_NOPROGRESS, 0)
    }
}

extension MailExchange {
    /// Returns the object that `EasyHandle` has passed to libcurl. It lives until the dialogue has ended.
    fileprivate static func of(_ pointer: UnsafeMutableRawPointer?) -> MailExchange {
        // `!`: the pointer is set together with the callbacks.
        unsafe Unmanaged<MailExchange>.fromOpaque(pointer!).takeUnretainedValue()
    }
}
