import Foundation
import XignSDK

/// The key material that the person has confirmed: one file for each manager.
///
/// It is public, but must not be writable by others, who could otherwise impersonate the manager.
struct TrustedManagers: Sendable {
    let folder: String

    /// Reads all documents.
    /// - Throws: ``CommandFailure`` if other users own or can write a file.
    func documents() throws -> [Data] {
        try names().map { name in
            try check(folder + "/" + name)
            return try reading { try Data(contentsOf: URL(filePath: folder + "/" + name)) }
        }
    }

    /// Stores a manager's key material durably, replacing the previous document.
    func store(_ document: Data, of idmIdentifier: String) throws {
        let file = folder + "/" + Self.fileName(idmIdentifier)
        try reading {
            try DurableFile.createFolder(folder)
            try DurableFile.write(document, to: file)
        }
    }

    private func names() throws -> [String] {
        guard FileManager.default.fileExists(atPath: folder) else { return [] }
        try check(folder)
        return try reading { try FileManager.default.contentsOfDirectory(atPath: folder) }
            .filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }.sorted()
    }

    private func check(_ path: String) throws {
        let attributes = try reading { try FileManager.default.attributesOfItem(atPath: path) }
        let mode = (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0o777
        let owner = (attributes[.ownerAccountID] as? NSNumber)?.uint32Value
        guard owner == geteuid() else {
            throw CommandFailure(.configuration) { $0.storage.unusable(path, .otherOwner) }
        }
        guard mode & 0o022 == 0 else {
            throw CommandFailure(.configuration) { $0.storage.writableByOthers(path) }
        }
    }

    private func reading<Result>(_ body: () throws -> Result) throws -> Result {
        do { return try body() } catch { throw CommandFailure(storing: error, in: folder) }
    }

    /// Returns the file name of a manager. Characters that do not occur in host and port are replaced.
    private static func fileName(_ idmIdentifier: String) -> String {
        let safe = idmIdentifier.unicodeScalars.map { scalar -> String in
            switch scalar {
            case "a"..."z", "0"..."9", "-", ".", ":", "[", "]": String(scalar)
            default: "_\(scalar.value)_"
            }
        }
        return "manager-" + safe.joined() + ".json"
    }
}
