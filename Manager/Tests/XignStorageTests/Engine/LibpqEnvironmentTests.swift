import CPostgreSQL
import DatabaseFixture
import Foundation
import Testing

@testable import XignStorage

extension Storage {
    /// The variables of the environment that libpq knows (PostgreSQL's manual, section 34.15).
    struct LibpqEnvironment {
        @Test(arguments: TestCase.all(tests))
        func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

        static let tests: [TestCase<Self>] = [
            TestCase("each variable that the installed libpq knows is tried", complete),
            TestCase("no variable diverts or breaks a connection", ignored),
            TestCase("a password comes from PGPASSFILE or from ~/.pgpass", passwordFiles),
            TestCase("a new password in the file is that of the next connection", newPassword),
            TestCase("PGPASSWORD is not read", password),
        ]

        /// Values that break a connection, or would lead it elsewhere, where libpq reads them.
        private static let diversions = [
            "PGAPPNAME": "other", "PGCHANNELBINDING": "require", "PGCLIENTENCODING": "nonsense",
            "PGCONNECT_TIMEOUT": "nonsense", "PGDATABASE": "nowhere", "PGDATESTYLE": "nonsense", "PGGEQO": "nonsense",
            "PGGSSDELEGATION": "nonsense", "PGGSSENCMODE": "nonsense", "PGGSSLIB": "nonsense", "PGHOST": "/nowhere",
            "PGHOSTADDR": "127.0.0.1", "PGKRBSRVNAME": "nonsense", "PGLOADBALANCEHOSTS": "nonsense",
            "PGLOCALEDIR": "/nowhere", "PGMAXPROTOCOLVERSION": "nonsense", "PGMINPROTOCOLVERSION": "nonsense",
            "PGOPTIONS": "-c work_mem=nonsense", "PGPASSWORD": "nonsense", "PGPORT": "1", "PGREALM": "nonsense",
            "PGREQUIREAUTH": "gss", "PGREQUIREPEER": "nobody", "PGREQUIRESSL": "1", "PGSERVICE": "nowhere",
            "PGSERVICEFILE": "/nowhere", "PGSSLCERT": "/nowhere", "PGSSLCERTMODE": "nonsense",
            "PGSSLCOMPRESSION": "nonsense", "PGSSLCRL": "/nowhere", "PGSSLCRLDIR": "/nowhere", "PGSSLKEY": "/nowhere",
            "PGSSLMAXPROTOCOLVERSION": "nonsense", "PGSSLMINPROTOCOLVERSION": "nonsense", "PGSSLMODE": "nonsense",
            "PGSSLNEGOTIATION": "nonsense", "PGSSLROOTCERT": "/nowhere", "PGSSLSNI": "nonsense",
            "PGSYSCONFDIR": "/nowhere", "PGTARGETSESSIONATTRS": "nonsense", "PGTZ": "Nowhere/Nowhere",
            "PGUSER": "nobody",
        ]

        private let place: TemporaryDatabase

        init() throws { place = try TemporaryDatabase(.postgreSQL) }

        func complete() throws {
            try PostgreSQLLibrary.load()
            let options = try #require(PQconninfoParse("", nil))
            defer { PQconninfoFree(options) }
            var known: Set<String> = []
            for option in sequence(first: options, next: { $0 + 1 }).prefix(while: { $0.pointee.keyword != nil }) {
                if let name = option.pointee.envvar { known.insert(String(cString: name)) }
            }
            #expect(known.contains("PGHOSTADDR"))
            #expect(known.subtracting(Self.diversions.keys) == ["PGPASSFILE"])
        }

        func ignored() throws {
            for (index, (name, value)) in Self.diversions.enumerated() {
                let (acknowledged, errors) = try write(place.address, ["\(name)=\(value)"], first: index * 1_000_000)
                #expect(errors == [], "\(name)")
                #expect(!acknowledged.isEmpty, "\(name)")
            }
        }

        /// Writes to a database, in a process with these variables.
        private func write(
            _ address: String, _ environment: [String], first: Int = 1
        ) throws -> (acknowledged: Set<Int>, errors: [String]) {
            let writer = try WriterProcess(place, at: address, first: first, threads: 1, environment: environment)
            writer.wait(for: 1)
            return writer.kill()
        }

        /// Gives the database to a user of its name, from whom the server demands a password: `s3cret`. Returns the
        /// address.
        private func guarded() throws -> String {
            let cluster = try #require(place.cluster)
            let server = try cluster.connect()
            try server.run("CREATE ROLE \(place.name) LOGIN PASSWORD 's3cret'")
            try server.run("ALTER DATABASE \(place.name) OWNER TO \(place.name)")
            return cluster.url(place.name, user: place.name)
        }

        /// Writes a password file. Returns its path.
        private func passwordFile(_ password: String = "s3cret") throws -> String {
            let file = "\(place.folder)/.pgpass"
            try Data("*:*:*:*:\(password)\n".utf8).write(to: URL(filePath: file))
            #expect(chmod(file, 0o600) == 0)
            return file
        }

        func passwordFiles() throws {
            let (address, file) = (try guarded(), try passwordFile())
            #expect(try write(address, ["PGPASSFILE=\(file)"]).errors == [])
            #expect(try write(address, ["HOME=\(place.folder)"], first: 1_000_000).errors == [])
        }

        func newPassword() throws {
            let (address, file) = (try guarded(), try passwordFile())
            var options = PostgreSQLDatabase.Options()
            options.retryTimeout = .milliseconds(50)
            let database = try PostgreSQLDatabase(
                url: "\(address)&passfile=\(file)", vault: .test, options: options)
            defer { database.close() }
            try place.cluster?.connect().run("ALTER ROLE \(place.name) PASSWORD 'another'")
            /// Uses the connection that is open, and a new one beside it.
            func errors() throws -> [any Error] {
                try database.read { transaction in
                    try transaction.execute("SELECT 1 AS one")
                    return concurrently(1) { _ in try database.read { try $0.execute("SELECT 1 AS one") } }
                }
            }
            #expect(try errors().count == 1)
            _ = try passwordFile("another")
            #expect(try errors().count == 0)
        }

        func password() throws {
            let (acknowledged, errors) = try write(try guarded(), ["PGPASSWORD=s3cret"])
            #expect(acknowledged == [])
            #expect(errors.count == 1)
        }
    }
}
