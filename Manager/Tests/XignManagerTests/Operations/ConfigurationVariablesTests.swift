import Foundation
import Testing
import XignHTTP
import XignStorage
import XignUseCases

@testable import XignServer

struct ConfigurationVariablesTests {
    @Test("Settings by environment variables", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("take the place of what the file says, one by one", precedence),
        TestCase("are ignored where they are empty, or another program's", others),
        TestCase(
            "are refused where there is none of the name, with a list", unknown,
            each: [
                ("XIGN_COLOUR", "red"), ("XIGN_PAGES", "/pages"), ("XIGN_PORT", "8080"), ("XIGN_", "x"),
                ("XIGN_HOST", "tcp://10.0.0.1:8080"),
            ]),
        TestCase(
            "are refused where a name is misspelt, with the right one", misspelt,
            each: [
                ("XIGN_ISUER", "XIGN_ISSUER"), ("XIGN_DATABASE_URL", "XIGN_DATABASE"),
                ("XIGN_TRUSTED_PROXY", "XIGN_TRUSTED_PROXIES"),
                ("XIGN_KEY_ENCRYPTION_KEY", "XIGN_KEY_ENCRYPTION_KEY_FILE"),
            ]),
        TestCase(
            "have no password of the database, which no message shows", password,
            each: ["postgresql://xign:hunter2@db/xign", "postgresql://xign@db/xign?password=hunter2"]),
        TestCase("make a manager with init, and an option takes precedence", initialization),
    ]

    private static let issuer = "https://login.example.org"

    private func configuration(_ variables: [String: String]) throws -> Configuration {
        var configuration = Configuration(issuer: Self.issuer, database: nil)
        configuration.trustedProxies = ["127.0.0.1"]
        try configuration.apply(variables: variables)
        return configuration
    }

    func precedence() throws {
        let changed = try configuration([
            "XIGN_DATABASE": "postgresql://xign@db/xign?passfile=/run/secrets/pgpass",
            "XIGN_TRUSTED_PROXIES": "10.0.0.2, 10.1.0.0/24",
            "XIGN_KEY_ENCRYPTION_KEY_FILE": "/run/xign-key/key-encryption-key",
        ])
        #expect(changed.issuer == Self.issuer)
        #expect(changed.database == "postgresql://xign@db/xign?passfile=/run/secrets/pgpass")
        #expect(changed.trustedProxies == ["10.0.0.2", "10.1.0.0/24"])
        #expect(changed.keyEncryptionKeyFile == "/run/xign-key/key-encryption-key")
        #expect(try configuration(["XIGN_ISSUER": "https://id.example.org"]).issuer == "https://id.example.org")
    }

    func others() throws {
        let same = try configuration([
            "XIGN_TRUSTED_PROXIES": "", "XIGN_HOME": "/home/ada", "XIGN_CA_FILE": "/ca.pem",
            "XIGN_TPM2_TCTI": "device:/dev/tpm0", "XIGN_TEST": "suite", "XIGN_TEST_PAGES": "/pages",
            "XIGN_SERVICE_HOST": "10.0.0.1", "XIGN_SERVICE_PORT": "8080", "XIGN_SERVICE_PORT_HTTP": "8080",
            "XIGN_PORT": "tcp://10.0.0.1:8080", "XIGN_DNS_PORT": "udp://10.0.0.1:53",
            "XIGN_PORT_8080_TCP": "tcp://10.0.0.1:8080", "XIGN_PORT_8080_TCP_ADDR": "10.0.0.1", "XIGN_COLOUR": "",
            "ISSUER": "https://other.example.org",
        ])
        #expect(same.issuer == Self.issuer)
        #expect(same.trustedProxies == ["127.0.0.1"])
        #expect(same.database == nil)
    }

    func unknown(_ name: String, _ value: String) throws {
        let error = try #require(#expect(throws: ManagerError.self) { try configuration([name: value]) })
        #expect(error.code == .configuration)
        #expect("\(error)".contains("There is no variable \(name)."))
    }

    func misspelt(_ name: String, _ meant: String) throws {
        let error = try #require(#expect(throws: ManagerError.self) { try configuration([name: "x"]) })
        #expect(error.code == .configuration)
        #expect("\(error)".contains("\(name). Do you mean \(meant)?"))
    }

    func password(_ address: String) throws {
        let error = try #require(
            #expect(throws: ManagerError.self) { try configuration(["XIGN_DATABASE": address]) })
        #expect("\(error)".contains("passfile"))
        #expect(!"\(error)".contains("hunter2"))
    }

    func initialization() throws {
        let folder = try OperatorsFolder()
        let data = "\(folder.path)/another"
        let variables = ["XIGN_ISSUER=https://login.example.org", "XIGN_DATABASE=\(folder.path)/variable.sqlite"]
        let made = try folder.run(
            ["init", "--database", "\(folder.path)/option.sqlite"], data: data, environment: variables)
        #expect(made.status == 0, "\(made.errors)")
        #expect(made.output.contains("A new manager for https://login.example.org "))
        #expect(!made.output.contains("for trials"))
        #expect(FileManager.default.fileExists(atPath: "\(folder.path)/option.sqlite"))
        #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/variable.sqlite"))
        let refused = try folder.run(["user", "list"], data: data, environment: ["XIGN_ISSUERS=x"])
        #expect(refused.status == 78)
        #expect(refused.errors.contains("XIGN_ISSUER?"))
    }
}
