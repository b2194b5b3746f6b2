import DatabaseFixture
import Testing

@testable import XignStorage

extension Storage {
    struct DatabaseAddresses {
        @Test(arguments: TestCase.all(tests))
        func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

        static let tests: [TestCase<Self>] = [
            TestCase(
                "an address names a file or a server", kinds,
                each: [
                    ("/srv/xign/xign.db", DatabaseAddress.file("/srv/xign/xign.db")),
                    ("xign.db", .file("xign.db")),
                    ("./a=b.db", .file("./a=b.db")),
                    ("sqlite:a=b.db", .file("a=b.db")),
                    ("sqlite:///srv/xign.db", .file("/srv/xign.db")),
                    ("postgresql://xign@db/xign", .server("postgresql://xign@db/xign")),
                    ("postgres://db/xign", .server("postgres://db/xign")),
                    ("host=/run/postgresql dbname=xign", .server("host=/run/postgresql dbname=xign")),
                ]),
            TestCase(
                "an invalid address is refused", refused, each: ["", "sqlite:", "mysql://db/xign", "postgresql:// /%"]),
            TestCase(
                "the error for a missing or wrong library names it and the package to install", library,
                each: ["libpq.so.nowhere", "libm.so.6"]),
            TestCase(
                "no error repeats the password", password,
                each: [
                    "postgresql://xign:hunter2@[/xign", "postgresql://xign:hunter2@localhost:1/xign",
                    "host=localhost port=1 password=hunter2", "password=hunter2 hunter2",
                    "postgresql://hunter2:hunter2%zz@h/d",
                ]),
            TestCase(
                "the error for a URL names the part and the right form, and has no text of the URL", parts,
                each: [
                    ("postgresql://ada:s3cret%zz@h/d", "password: write %25"),
                    ("postgresql://ada:s3@cret@h/d", "password: write %40"),
                    ("postgresql://ada:s3@\u{301}cret@h/d", "password: write %40"),
                    ("postgresql://ada:s3@cret/s3@h/d", "password or name of the database: write %40"),
                    ("postgresql://ada:s3/cret@h/d", "password: write %40"),
                    ("postgresql://ada:5/cret?s3@h/d", "password: write %40"),
                    ("postgresql://ada:s3@cret?cret@h/d", "password: write %40"),
                    ("postgresql://ada:s3@cret?cret=s3@h/d", "password: write %40"),
                    ("postgresql://ada:s3%00@h/d", "password: it cannot have the character NUL"),
                    ("postgresql://cret@s3:s3cret@h/d", "user: write %40"),
                    ("postgresql://cret%@h/d", "user: write %25"), ("postgresql://h%2/d", "host: write %25"),
                    ("postgresql://ada@h/cret%", "name of the database: write %25"),
                    ("postgresql://ada@h/s3/cret", "name of the database: write %2F"),
                    ("postgresql://ada@/run/cret/d", "host: write %2F"),
                    ("postgresql://ada@::1/d", "host: an IPv6 address stands in brackets"),
                    ("postgresql://ada@[::1/d", "host: an IPv6 address stands in brackets"),
                    ("postgresql://ada@[::1]x/d", "host: an IPv6 address stands in brackets"),
                    ("postgresql://ada@h:cret/d", "port: a number"), ("postgresql://ada@h:0/d", "port: a number"),
                    ("postgresql://ada@h:65536/d", "port: a number"), ("postgresql://ada@h:+1/d", "port: a number"),
                    ("postgresql://h/d?port=s3cret", "port: a number"),
                    ("postgresql://h/d?sslmod=cret", "unknown parameter sslmod"),
                    ("postgresql://h/d?sslmode=cret", "parameter sslmode: libpq does not know its value"),
                    ("postgresql://h/d?sslmode=%", "parameter sslmode: write %25"),
                    ("postgresql://h/d?sslmode", "parameter sslmode has no value"),
                    ("postgresql://h/d?options=cret=s3", "parameter options: write %3D"),
                    ("postgresql://h/d?password=s3&cret", "parameter 2 has no value: write %26"),
                    ("postgresql://h/d?password=s3&cret=s3", "unknown parameter 2: write %26"),
                    ("postgresql://h/d?connect_timeout=cret", "parameter connect_timeout: it must be a number"),
                    ("postgresql://h/d?hostaddr=cret", "parameter hostaddr: it must be an IP address"),
                    ("postgresql://h,i/d?hostaddr=::1", "parameter hostaddr: it must have an address for each host"),
                    ("postgresql://h/d?sslrootcert=/cret", "parameter sslrootcert: its file is missing"),
                    ("postgresql://h/d?passfile=/cret", "parameter passfile: its file is missing"),
                    ("postgresql:ada:s3cret@h/d", "a URL begins with postgresql://"),
                    ("ada:s3cret@h/d", "a URL begins with postgresql://"),
                    ("host=h password=s3 cret", "needs single quotes"), ("host=h cret=s3", "a parameter is unknown"),
                ]),
            TestCase(
                "a URL that libpq understands is not refused", accepted,
                each: [
                    "postgresql://ada:s3:cret?x#y%2F%40@h:1,[::1]:5432,10.0.0.1/d?sslmode=require&application_name=a@b",
                    "postgresql://ada@%2Frun%2Fpostgresql/d", "postgresql://ada@/d?host=/run/postgresql",
                    "postgresql://", "postgresql:///d", "postgresql://[fe80::1%25eth0]/d", "postgres://h?ssl=true",
                    "postgresql://h/d?hostaddr=fe80::1%25eth0&port=5433&connect_timeout=3&sslrootcert=/etc/hostname",
                    "host=h password=a://b:c@d", "postgresql://Łucja:geheim@müller.example/d",
                ]),
            TestCase("a standby is never asked for, and several servers are told apart", servers),
            TestCase("a URL's own options are kept beside ours, and key=value is as good as a URL", options),
        ]

        func kinds(_ text: String, _ address: DatabaseAddress) throws {
            #expect(try DatabaseAddress(text) == address)
        }

        func refused(_ text: String) {
            #expect(code { _ = try DatabaseAddress(text).open(vault: .test) } == .invalidAddress)
        }

        func library(_ file: String) throws {
            let error = #expect(throws: StorageError.self) { try PostgreSQLLibrary.load(file) }
            #expect(error?.code == .libraryMissing)
            #expect(try #require(error?.description).contains("libpq5"))
            #expect(try #require(error?.detail).contains(file))
            // A library that was loaded before still works.
            #expect(code { _ = try DatabaseAddress("postgresql:// /%").open(vault: .test) } == .invalidAddress)
        }

        func password(_ text: String) {
            #expect(throws: StorageError.self) { try DatabaseAddress(text).open(vault: .test) }
            do { _ = try DatabaseAddress(text).open(vault: .test) } catch { #expect(!"\(error)".contains("hunter2")) }
        }

        func parts(_ text: String, message: String) throws {
            let error = #expect(throws: StorageError.self) {
                try DatabaseAddress(text).open(vault: .test)
            }
            #expect(error?.code == .invalidAddress)
            #expect(error?.detail.contains(message) == true, "\(error?.detail ?? "")")
            #expect(error.map { "\($0)".contains("cret") || "\($0)".contains("s3") } == false)
        }

        func accepted(_ text: String) throws {
            guard case .server(let address) = try DatabaseAddress(text) else { throw Refused() }
            try PostgreSQLAddress(address).expectValues()
        }

        func servers() throws {
            for wanted in ["any", "standby", "prefer-standby", "read-only"] {
                let text = "postgresql://db/xign?target_session_attrs=\(wanted)"
                #expect(code { _ = try PostgreSQLAddress(text) } == .invalidAddress)
            }
            let written = try PostgreSQLAddress("host=one,two port=5433 target_session_attrs=read-write")
            #expect(written.servers.map { $0["host"] } == ["one", "two"])
            #expect(written.servers.map { $0["port"] } == ["5433", "5433"])
            #expect(written.servers.map { $0["target_session_attrs"] } == ["read-write", "read-write"])
            let url = try PostgreSQLAddress("postgresql://xign@one:5433,two/xign")
            #expect(url.servers.map { $0["port"] } == ["5433", ""])
            #expect(url.servers.map { $0["target_session_attrs"] } == ["primary", "primary"])
            #expect(try PostgreSQLAddress("host=one").servers.map { $0["host"] } == ["one"])
        }

        func options() throws {
            let place = try TemporaryDatabase(.postgreSQL)
            let folder = try #require(place.address.split(separator: "host=").last)
            for address in [
                place.address + "&options=-c%20work_mem%3D8MB&application_name=it's%5C",
                "host='\(folder)' user=postgres dbname=\(place.name) options='-c work_mem=8MB' application_name='it\\'s\\\\'",
            ] {
                let database = try DatabaseAddress(address).open(vault: .test)
                defer { database.close() }
                let names: [SQL] = [
                    "SHOW work_mem", "SHOW application_name", "SHOW statement_timeout", "SHOW lock_timeout",
                    "SHOW idle_in_transaction_session_timeout", "SHOW synchronous_commit",
                ]
                let settings = try database.read { transaction in try names.map { try transaction.one($0).values[0] } }
                let expected = ["8MB", "it's\\", "5s", "2s", "10s", "on"]
                #expect(settings == expected.map { .text($0) })
            }
        }
    }
}
