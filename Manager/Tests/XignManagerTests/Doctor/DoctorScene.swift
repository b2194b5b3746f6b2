import DatabaseFixture
import Foundation
import Testing
import Threads
import XignDomain
import XignHTTP
import XignProtocol
import XignStorage

@testable import XignServer
@testable import XignUseCases

/// The data folder of a manager, for `doctor`.
final class DoctorScene: Sendable {
    let manager: QuietManager
    let folder: DataFolder

    init(_ engine: Engine = .sqlite) throws {
        manager = try QuietManager(engine)
        folder = DataFolder("\(manager.place.folder)/data")
        try folder.create()
        let key = manager.keyEncryptionKey.withUnsafeBytes { Base64URL.encode(Array($0)) }
        try PrivateFile.create(folder.keyEncryptionKeyPath, Array("\(key)\n".utf8))
        try configure(
            "issuer: \(manager.context.issuer)\ndatabase: '\(manager.place.address)'\nhost: unix:\(socket)\n")
    }

    /// The socket at which a manager of this folder would listen.
    private var socket: String { "\(folder.path)/http.sock" }

    /// Answers checks of its health at the socket, as a manager does.
    func serve(isLeaving: Locked<Bool> = Locked(false)) throws -> Server {
        var router = Router(defaultBodyLimit: 0)
        Health(manager.context, .silent, isLeaving: isLeaving).register(in: &router)
        var configuration = ServerConfiguration()
        configuration.address = .unix(socket)
        return try Server(configuration, router: router)
    }

    func configure(_ yaml: String) throws {
        unlink(folder.configurationPath)
        try PrivateFile.create(folder.configurationPath, Array(yaml.utf8))
    }

    func examine() -> [Finding] {
        var options = Doctor.Options()
        options.isOffline = true
        return Doctor(folder, options, clock: manager.clock.clock)()
    }

    /// The worst status of a check; nil where it was not made.
    func status(_ check: Finding.Check) -> Finding.Status? {
        examine().filter { $0.check == check }.map(\.status).max()
    }

    /// Keeps house, as a manager that serves does, and makes a backup.
    func keepHouse() throws {
        let now = manager.clock.now
        try RecordHousekeeping(manager.context)()
        try manager.context.database.write { try $0.settings.set("lastBackupAt", to: "\(now.seconds)") }
    }
}
