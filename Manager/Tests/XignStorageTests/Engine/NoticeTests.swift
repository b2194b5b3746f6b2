import DatabaseFixture
import Testing
import Threads

@testable import XignStorage

extension Storage {
    struct Notices {
        @Test(arguments: TestCase.all(tests))
        func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

        static let tests: [TestCase<Self>] = [
            TestCase(
                "notices arrive after the commit, and only from committed transactions", afterCommit,
                each: Engine.allCases),
            TestCase("a notice that is too long or holds NUL fails its transaction", unsendable, each: Engine.allCases),
            TestCase("on PostgreSQL, other processes hear the notices", elsewhere),
            TestCase(
                "on SQLite, a change by another process is noticed, and a change by this process is not mistaken for one",
                changedElsewhere),
        ]

        func afterCommit(_ engine: Engine) throws {
            let place = try TemporaryDatabase(engine)
            let database = try place.open(), reader = try place.open()
            defer { reader.close() }
            defer { database.close() }
            try database.migrate(testSchema)
            let found = Locked<[Int]>([])
            database.observe { notice in
                // Another connection can read the change before its notice is delivered.
                guard case .message = notice else { return }
                let count = try? reader.read { try $0.rows("SELECT id FROM item").count }
                found.withLock { $0.append(count ?? -1) }
            }
            let heard = NoticeRecorder(database)
            try? database.write { transaction in
                try transaction.notify("session", "lost")
                throw Refused()
            }
            _ = code {
                try database.write { transaction in
                    try transaction.notify("session", "lost, too")
                    try? transaction.execute("SELEKT 1")
                }
            }
            try database.write { transaction in
                try transaction.notify("session", "it's kept: 👋")
                try transaction.execute("INSERT INTO item (id) VALUES (1)")
                try transaction.notify("session", "twice")
            }
            #expect(heard.wait(for: .message(topic: "session", payload: "twice")))
            let kept = heard.all.filter { $0 != .changedElsewhere }
            #expect(kept == ["it's kept: 👋", "twice"].map { .message(topic: "session", payload: $0) })
            #expect(found.withLock { $0 } == [1, 1])
        }

        func unsendable(_ engine: Engine) throws {
            try withDatabase(engine) { database in
                func send(_ payload: String) -> StorageError.Code? {
                    code {
                        try database.write { transaction in
                            try transaction.execute("INSERT INTO item (id) VALUES (1)")
                            try transaction.notify("session", payload)
                        }
                    }
                }
                #expect(send(String(repeating: "x", count: 7_901)) == .noticeTooLong)
                #expect(send("a\0b") == .invalidText)
                let kept = try database.read { try $0.rows("SELECT id FROM item") }
                #expect(kept.isEmpty)
                #expect(send(String(repeating: "x", count: 7_900)) == nil)
            }
        }

        func elsewhere() throws {
            let place = try TemporaryDatabase(.postgreSQL)
            let database = try place.open(), other = try place.open()
            defer { database.close() }
            defer { other.close() }
            let heard = NoticeRecorder(other)
            try database.write { try $0.notify("session", "1") }
            #expect(heard.wait(for: .message(topic: "session", payload: "1")))
            // Another program's message on the channel is no notice.
            try #require(try place.cluster?.connect(place.name)).run("NOTIFY xign, 'nonsense'")
            try database.write { try $0.notify("session", "2") }
            #expect(heard.wait(for: .message(topic: "session", payload: "2")))
            #expect(heard.all.count == 2)
        }

        func changedElsewhere() throws {
            let place = try TemporaryDatabase(.sqlite)
            var options = SQLiteDatabase.Options()
            options.changePollInterval = .milliseconds(1)
            let database = try SQLiteDatabase(path: place.path, vault: .test, creating: true, options: options)
            defer { database.close() }
            let heard = NoticeRecorder(database)
            try database.migrate(testSchema)
            for id in 0..<200 {
                try database.write { try $0.execute("INSERT INTO item (id) VALUES (\(id))") }
                _ = try database.read { try $0.rows("SELECT id FROM item WHERE id = \(id)") }
            }
            try? database.write { transaction in
                try transaction.execute("INSERT INTO item (id) VALUES (1000)")
                throw Refused()
            }
            #expect(heard.all.isEmpty)
            #expect(
                try ChildProcess.status(of: "/usr/bin/sqlite3", place.path, "UPDATE item SET number = 1 WHERE id = 3")
                    == 0)
            #expect(heard.wait(for: .changedElsewhere))
            #expect(try database.read { try $0.row("SELECT number FROM item WHERE id = 3")?("number") } == 1)
        }
    }
}
