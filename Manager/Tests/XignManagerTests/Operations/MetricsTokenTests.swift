import DatabaseFixture
import Glibc
import Testing
import XignServer
import XignUseCases

struct MetricsTokenTests {
    @Test("The token of metrics", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("with a token, metrics are served at any address", anyAddress),
        TestCase(
            "a listener is described by its address and its file, and by nothing else", description,
            each: [
                "{tokenFile: /token}", "{address: '0.0.0.0:9464', token: /token}",
                "{address: '0.0.0.0:9464', tokenFile: token}", "{address: '0.0.0.0:9464', tokenFile: /nowhere/token}",
                "{address: '0.0.0.0:9464'}",
            ]),
        TestCase(
            "one that can be guessed, that nobody can send, and that others may read, is refused", refused,
            each: [
                ("", 0o600), (String(repeating: "a", count: 31), 0o600), (String(repeating: "a", count: 1025), 0o600),
                ("two words of thirty-two characters", 0o600), ("\(String(repeating: "a", count: 32))\n\n", 0o600),
                (String(repeating: "ä", count: 32), 0o600), (String(repeating: "a", count: 32), 0o640),
            ]),
    ]

    let place: TemporaryDatabase

    init() throws { place = try TemporaryDatabase(.sqlite) }

    private var file: String { "\(place.folder)/token" }

    private func configuration(_ metrics: String) throws -> Configuration {
        let path = "\(place.folder)/manager.yaml"
        try PrivateFile.create(path, Array("issuer: https://login.example.org\nmetrics: \(metrics)\n".utf8))
        return try Configuration.read(path)
    }

    private func write(_ token: String, mode: mode_t = 0o600) throws {
        try PrivateFile.create(file, Array(token.utf8))
        try #require(chmod(file, mode) == 0)
    }

    func anyAddress() throws {
        try write("\(String(repeating: "a", count: 32))\n")
        let read = try configuration("{address: '0.0.0.0:9464', tokenFile: \(file)}")
        #expect(try read.metricsAddress()?.description == "0.0.0.0:9464")
        #expect(try read.metricsToken() != nil)
    }

    func description(_ metrics: String) throws {
        let error = #expect(throws: ManagerError.self) {
            let read = try configuration(metrics)
            _ = (try read.metricsAddress(), try read.metricsToken())
        }
        #expect(error.map { [.configuration, .fileNotRead].contains($0.code) } == true)
    }

    func refused(_ text: String, mode: Int) throws {
        try write(text, mode: mode_t(mode))
        let read = try configuration("{address: '0.0.0.0:9464', tokenFile: \(file)}")
        let error = #expect(throws: ManagerError.self) { try read.metricsToken() }
        #expect(error.map { "\($0)".contains(file) } == true)
        #expect(error.map { "\($0)".contains("aaaa") } == false)
    }
}
