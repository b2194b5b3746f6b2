import XignHTTP

/// What login pages cost that people leave open: memory of the manager for each event stream.
enum OpenPages {
    /// Besides the connections.
    private static let otherFiles = 200

    /// - Parameter wanted: how many; fewer where the system allows fewer open files.
    /// - Returns: bytes for each page, and how many pages there were.
    static func measure(_ site: Site, _ process: ManagerProcess, wanted: Int) throws -> (bytes: Double, count: Int) {
        let count = min(wanted, OpenFiles.allow(wanted + otherFiles) - otherFiles)
        let begun = try begin(count, site)
        let before = try process.residentMemory()
        var streams: [Connection] = []
        for (path, cookie) in begun {
            let connection = Connection(port: site.port, bufferByteCount: 2 << 10)
            try connection.follow(Call.get(.events, "\(path)/events", [("Cookie", cookie)]).serialized)
            streams.append(connection)
        }
        let after = try process.residentMemory()
        for stream in streams { stream.disconnect() }
        return (Double(after - before) / Double(count), count)
    }

    /// The paths and cookies of so many login pages.
    private static func begin(_ count: Int, _ site: Site) throws -> [(path: String, cookie: String)] {
        let connection = Connection(port: site.port)
        let request = Call.get(
            .authorize, site.target.authorizationPath(verifier: "a-verifier-that-nobody-needs")
        ).serialized
        return try connection.exchange(request, times: count).map { answer in
            guard let path = answer.location, let cookie = answer.cookie else { throw BenchError("no login page") }
            return (path, cookie)
        }
    }
}
