import VirtualUsers
import XignHTTP

/// The manager's memory for open login pages, each of which has an event stream.
enum OpenPages {
    /// Open files of this process besides its connections.
    private static let otherFiles = 200

    /// Opens `wanted` pages, or fewer if the system allows fewer open files.
    /// - Returns: bytes per page, and the number of pages.
    static func measure(_ site: Site, _ process: ManagerProcess, wanted: Int) throws -> (bytes: Double, count: Int) {
        let count = min(wanted, OpenFiles.allow(wanted + otherFiles) - otherFiles)
        let begun = try begin(count, site)
        let before = try process.residentMemory()
        var streams: [Connection] = []
        for (path, cookie) in begun {
            let connection = Connection(port: site.port, bufferByteCount: 2 << 10)
            try connection.openEventStream(
                ClientRequest.get(.events, "\(path)/events", [("Cookie", cookie)]).serialized(host: site.host))
            streams.append(connection)
        }
        let after = try process.residentMemory()
        for stream in streams { stream.disconnect() }
        return (Double(after - before) / Double(count), count)
    }

    /// Begins `count` logins.
    /// - Returns: the path and cookie of each login page.
    private static func begin(_ count: Int, _ site: Site) throws -> [(path: String, cookie: String)] {
        let connection = Connection(port: site.port)
        let request = ClientRequest.get(
            .authorize, site.target.authorizationPath(verifier: "a-verifier-that-nobody-needs")
        ).serialized(host: site.host)
        return try connection.exchange(request, times: count).map { response in
            guard let path = response.location, let cookie = response.cookie else { throw BenchError("no login page") }
            return (path, cookie)
        }
    }
}
