import Logging
import XignHTTP
import XignManager
import XignProtocol
import XignStorage

/// A site's manager within this process, without a network, whose database notes what it does.
final class LocalManager {
    let manager: Manager
    let database: MeasuredDatabase
    let router: Router
    private let pages: LoginPages

    init(_ site: Site) throws {
        let data = DataFolder(site.dataFolder)
        database = MeasuredDatabase(
            try SQLiteDatabase(
                path: data.databasePath, vault: Vault(keyEncryptionKey: try data.keyEncryptionKey())))
        manager = try Manager(
            database: database, issuer: site.target.issuer, clock: .system, log: .silent)
        // Nobody follows a page here, so nobody looks for changes.
        pages = LoginPages(manager, hub: EventHub(), lookEvery: nil)
        router = manager.router(pages)
    }

    func close() {
        pages.stop()
        database.close()
    }
}
