import XignDomain
import XignProtocol
import XignStorage

/// A walk along the chain of the audit log, part by part.
struct ChainWalk {
    private let key: AuditChainKey?
    /// The published heads by their position.
    private var heads: [Int64: [AuditHead]] = [:]
    private var position: Int64 = 0
    private var link: [UInt8] = []
    /// The greatest id so far.
    private var newest: [UInt8] = []
    private var hasBegun = false
    private var accounts: [AccountID: Bool] = [:]
    private(set) var report = AuditReport()
    /// The position of the last link, as the state of the chain has it.
    private var end: Int64 = 0

    /// The links so far. Their total is known from the state of the chain.
    var progress: WorkProgress {
        WorkProgress(
            .verifyingLinks, done: hasBegun ? position - report.first + 1 : 0,
            of: hasBegun ? end - report.first + 1 : nil)
    }

    /// - Parameters:
    ///   - key: nil where the key is missing.
    ///   - heads: nil for a text that is no head of this manager.
    init(key: AuditChainKey?, heads: [AuditHead?]) {
        self.key = key
        for head in heads {
            if let head {
                self.heads[head.position, default: []].append(head)
            } else {
                report.add(.foreignHead, at: 0)
            }
        }
    }

    /// Verifies the next links.
    /// - Returns: false where the end was reached.
    mutating func next(_ transaction: any Transaction, limit: Int) throws -> Bool {
        let chain = transaction.auditChain
        let stored: AuditChainState?
        // A database that fails is no state that was changed.
        do { stored = try chain.state() } catch let error as StorageError { throw error } catch { stored = nil }
        guard let state = stored, let key else {
            // Without links, key and state nothing was linked yet.
            let isEmpty = try key == nil && chain.links(after: 0, limit: 1).isEmpty && !chain.hasState()
            if !isEmpty || !heads.isEmpty { report.add(.missingState, at: 0) }
            return false
        }
        if !hasBegun || state.removed.position > position {
            // The first links, or those that housekeeping has removed since the last part.
            (position, link) = (state.removed.position, state.removed.link.bytes)
            if !hasBegun { report.first = position + 1 }
            hasBegun = true
        }
        end = state.last.position
        let removedBefore = state.removedBefore.bytes
        report.removedBefore = removedBefore.isEmpty ? nil : TimeOrderedID.moment(of: removedBefore)
        compareHeads(through: state.removed.position, isOld: true)
        let links = try chain.links(after: position, limit: limit)
        for found in links where found.position <= state.last.position {
            if found.position != position + 1 { report.add(.missingLink, at: position + 1) }
            try verify(found, key, state, isNext: found.position == position + 1, transaction)
            (position, link) = (found.position, found.link)
            compareHeads(through: position, isOld: false)
        }
        report.last = position
        if links.count == limit, position < state.last.position { return true }
        if let added = try chain.linkOutside(state) { report.add(.addedLink, at: added.position, added.auditID) }
        if position < state.last.position {
            report.add(.missingEnd, at: position + 1)
        } else if link != state.last.link.bytes {
            // Each link holds by itself where the rows are of a time before the chain was put back.
            report.add(.changedLink, at: position, state.last.auditID.bytes)
        }
        compareHeads(through: .max, isOld: false)
        return false
    }

    private mutating func verify(
        _ found: AuditChain.Link, _ key: AuditChainKey, _ state: AuditChainState, isNext: Bool,
        _ transaction: any Transaction
    ) throws {
        let before = report.breaks
        // After a missing link the next ones are compared with their own predecessors.
        if isNext, !key.isLink(found.link, of: found.auditID, found.digest, at: found.position, after: link) {
            report.add(.changedLink, at: found.position, found.auditID)
        } else if let record = found.record {
            if try !isUnchanged(record, found, transaction) {
                report.add(.changedEvent, at: found.position, found.auditID)
            } else if let putBack = try FindPutBackRows(transaction: transaction).contradiction(to: record) {
                report.putBack.append(putBack)
            }
        } else if !found.auditID.lexicographicallyPrecedes(state.removedBefore.bytes) {
            report.add(.missingEvent, at: found.position, found.auditID)
        }
        if report.breaks == before, isNext { report.verified += 1 }
        if found.auditID.lexicographicallyPrecedes(newest) {
            let seconds = TimeOrderedID.moment(of: newest).secondsSince(TimeOrderedID.moment(of: found.auditID))
            report.late += 1
            if seconds >= report.latest?.seconds ?? 0 {
                report.latest = .init(position: found.position, auditID: found.auditID, seconds: seconds)
            }
        } else {
            newest = found.auditID
        }
    }

    private mutating func isUnchanged(
        _ record: AuditRecord, _ found: AuditChain.Link, _ transaction: any Transaction
    ) throws -> Bool {
        switch (record.network, found.networkSalt, found.networkDigest) {
        case (let network?, let salt?, nil):
            return record.digest(network: AuditRecord.digest(ofNetwork: network, salt: salt)) == found.digest
        case (nil, nil, nil): return record.digest(network: nil) == found.digest
        case (nil, nil, let digest?):
            report.erased += 1
            // Only networks of persons who were removed are ever erased.
            guard record.isByPerson, let account = record.accountID, try !exists(account, transaction) else {
                return false
            }
            return record.digest(network: digest) == found.digest
        default: return false
        }
    }

    private mutating func exists(_ account: AccountID, _ transaction: any Transaction) throws -> Bool {
        if let known = accounts[account] { return known }
        let exists = try transaction.accounts.find(id: account) != nil
        // A bound for the memory: this is a cache.
        if accounts.count >= 10_000 { accounts.removeAll() }
        accounts[account] = exists
        return exists
    }

    private mutating func compareHeads(through end: Int64, isOld: Bool) {
        for position in heads.keys.filter({ $0 <= end }).sorted() {
            for head in heads.removeValue(forKey: position) ?? [] {
                if isOld, !(position == self.position && self.position == end) {
                    // Links leave in their order, with events before the end of the retention.
                    if let end = report.removedBefore, head.eventAt < end.seconds {
                        report.oldHeads += 1
                    } else {
                        report.add(.otherHead, at: position)
                    }
                } else if position == self.position, head.link.bytes == link {
                    report.heads += 1
                } else {
                    report.add(.otherHead, at: position)
                }
            }
        }
    }
}
