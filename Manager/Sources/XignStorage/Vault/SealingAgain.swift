import XignDomain
import XignProtocol

/// The walk through all sealed values after a key-encryption key was replaced, one batch in a transaction.
///
/// The place that the walk has reached is a setting, which each batch changes: so it goes on where it was after a kill,
/// and several commands at once share the work. A row that is added behind the place is sealed with the present key,
/// since each transaction that seals reads which one that is.
package struct SealingAgain {
    /// Keys in one batch. Other writers wait for one batch at most.
    package static let batch = 100
    private static let setting = "key-encryption key, sealed again"

    private struct Progress: Codable {
        var table = SealedTable.all[0].name
        var after = Octets([] as [UInt8])
        /// Values that neither key opens, since somebody has altered them.
        var unreadable = 0
    }

    package enum Step: Sendable, Equatable {
        /// There is more to do, now in this table.
        case goesOn(table: String)
        /// Every value is sealed with the present key. The number is that of the values that neither key opens.
        case ended(unreadable: Int)
        /// No key is being replaced.
        case nothing
    }

    let transaction: any Transaction

    /// Begins the walk anew.
    package func begin() throws {
        try transaction.execute("DELETE FROM setting WHERE name = \(Self.setting)")
    }

    /// Seals the values of one batch again. The last one ends the use of the former key.
    package func step() throws -> Step {
        guard try transaction.vault.identifiers.former != nil else { return .nothing }
        var progress = Progress()
        if let text = try transaction.settings.value(of: Self.setting) {
            progress = try MessageCoding.decode(Progress.self, from: Array(text.utf8))
        }
        guard let index = SealedTable.all.firstIndex(where: { $0.name == progress.table }) else {
            throw StorageError(.corrupt, "no table \(progress.table) has sealed values")
        }
        let table = SealedTable.all[index]
        let keys: [[UInt8]] =
            try table.keys.map { keys in
                try transaction.values(keys(progress.after.bytes, Self.batch))
            } ?? []
        if table.keys == nil || !keys.isEmpty {
            for row in try transaction.rows(table.rows(keys)) {
                for column in table.columns { progress.unreadable += try seal(column, of: row) ? 0 : 1 }
            }
        }
        if let last = keys.last, keys.count == Self.batch {
            progress.after = Octets(last)
        } else if index + 1 < SealedTable.all.count {
            progress.table = SealedTable.all[index + 1].name
            progress.after = Octets([] as [UInt8])
        } else {
            try transaction.execute(
                "DELETE FROM setting WHERE name IN (\([Self.setting, Vault.Setting.former]))")
            return .ended(unreadable: progress.unreadable)
        }
        try transaction.settings.set(
            Self.setting, to: String(decoding: try MessageCoding.encode(progress), as: UTF8.self))
        return .goesOn(table: progress.table)
    }

    /// - Returns: false for a value that neither key opens. It stays as it is.
    private func seal(_ column: SealedTable.Column, of row: Row) throws -> Bool {
        guard let sealed: [UInt8] = try row.optional(column.name) else { return true }
        guard let place = try column.place(row) else { return false }
        do {
            guard let value = try transaction.vault.sealedAgain(sealed, at: place) else { return true }
            try transaction.execute(try column.replace(row, value, transaction))
            return true
        } catch is Vault.OpeningError { return false }
    }
}

extension Transaction {
    /// The walk through all sealed values after a key-encryption key was replaced.
    package var sealingAgain: SealingAgain { SealingAgain(transaction: self) }
}
