import CPostgreSQL

/// Notifications of the server.
extension PostgreSQLConnection {
    /// The socket. Readable when notices may have come, or the connection is lost.
    var socket: Int32 { unsafe PQsocket(handle) }

    /// Takes the payloads of the notifications that have arrived, without waiting. Nil if the connection is lost.
    func takeNotifications() -> [String]? {
        guard unsafe PQconsumeInput(handle) == 1 else { return nil }
        var payloads: [String] = []
        while let notification = unsafe PQnotifies(handle) {
            payloads.append(unsafe String(cString: notification.pointee.extra))
            unsafe PQfreemem(notification)
        }
        return payloads
    }
}
