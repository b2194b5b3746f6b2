import XignProtocol

/// A change of a process: the process after the change, and the phase that it leaves.
///
/// The repository persists it with `UPDATE ... WHERE id = ... AND phase = ...`, and checks that one row has changed.
public struct Transition: Sendable, Equatable {
    public fileprivate(set) var process: Process
    public let from: Phase.Name
}

extension Process {
    /// `start`: binds the process to the first device, and to the channel that it uses. A repeated `start` of the bound
    /// device replaces its token and voids the statement.
    /// - Returns: nil where another device or another channel was first, or the process has ended.
    public func claimed(_ claim: Claim, through channel: Channel, at now: Timestamp) -> Transition? {
        guard binding.admits(claim.activationID) else { return nil }
        switch phase(at: now) {
        case .waiting: break
        case .claimed(let former), .confirming(let former, _):
            guard former.activationID == claim.activationID, channel == self.channel else { return nil }
        case .confirmed, .collected, .declined, .expired: return nil
        }
        return transition(to: .claimed(claim), channel: channel)
    }

    /// `prepare`: sets the statement that must be signed, for the first time or anew.
    /// - Returns: nil where no device has claimed the process, its pairing is not proven, or it has ended.
    public func prepared(_ statement: Statement, at now: Timestamp) -> Transition? {
        guard awaitedDigits == nil else { return nil }
        return switch phase(at: now) {
        case .claimed(let claim), .confirming(let claim, _): transition(to: .confirming(claim, statement))
        case .waiting, .confirmed, .collected, .declined, .expired: nil
        }
    }

    /// `prepare`: judges the digits that the user has typed. There is one attempt for each process.
    /// - Parameter typed: nil where the device has sent none.
    /// - Returns: nil where no digits are asked for.
    public func judged(_ typed: PairingDigits?) -> PairingVerdict? {
        guard let awaitedDigits, let claim, phase.isOpen else { return nil }
        guard typed == awaitedDigits else { return .wrong(transition(to: .declined(claim, .pairing))) }
        var right = transition(to: phase)
        right.process.pairing = .proven
        return .right(right)
    }

    /// `finish` with a wrong factor: replaces the statement, and extends the time to sign it.
    /// - Returns: nil where there is no statement to replace.
    public func renewed(_ bytes: [UInt8], expiresAt: Timestamp) -> Transition? {
        guard case .confirming(let claim, let statement) = phase else { return nil }
        return transition(
            to: .confirming(claim, Statement(roleID: statement.roleID, bytes: bytes)), expiresAt: expiresAt)
    }

    /// `finish`: the browser or the app may collect the result within `collectionSeconds`. A utility process has no
    /// result to collect, and ends here.
    /// - Parameter returnHash: the hash of the secret that the browser must bring back from the app.
    /// - Returns: nil where there is no statement to sign.
    public func confirmed(
        by factors: [FactorType], failuresBefore: Int, returnHash: BearerHash?, at now: Timestamp
    ) -> Transition? {
        guard case .confirming(let claim, let statement) = phase else { return nil }
        let confirmation = Confirmation(
            claim: claim, roleID: statement.roleID, factors: factors, authenticatedAt: now,
            failuresBefore: failuresBefore, returnHash: returnHash)
        return switch goal {
        case .website, .inApp, .pages, .act:
            transition(to: .confirmed(confirmation), expiresAt: now + Self.collectionSeconds)
        case .utility: transition(to: .collected(confirmation, codes: 0))
        }
    }

    /// `abort`: the user cancels or disowns the process.
    /// - Returns: nil where no device has claimed the process, or it has ended.
    public func declined(_ reason: DeclineReason) -> Transition? {
        switch phase {
        case .claimed(let claim), .confirming(let claim, _): transition(to: .declined(claim, reason))
        case .waiting, .confirmed, .collected, .declined, .expired: nil
        }
    }

    /// Ends the process without a result.
    /// - Returns: nil where it has ended before.
    public func expired() -> Transition? {
        switch phase {
        case .waiting, .claimed, .confirming, .confirmed: transition(to: .expired(claim, returnHash: returnHash))
        case .collected, .declined, .expired: nil
        }
    }

    /// `continue`, or `collectCode` of an app: collects the result before `expiresAt`, for the first time or again, up
    /// to `maximumCodes` times.
    /// - Returns: nil where there is no result, or no further code.
    public func collected(at now: Timestamp) -> Transition? {
        switch phase(at: now) {
        case .confirmed(let confirmation): transition(to: .collected(confirmation, codes: 1))
        case .collected(let confirmation, let codes):
            now < expiresAt && codes < Self.maximumCodes
                ? transition(to: .collected(confirmation, codes: codes + 1)) : nil
        case .waiting, .claimed, .confirming, .declined, .expired: nil
        }
    }

    private func transition(
        to phase: Phase, channel: Channel? = nil, expiresAt: Timestamp? = nil
    ) -> Transition {
        var process = self
        process.phase = phase
        process.pairing = phase.isOpen ? pairing : nil
        process.channel = channel ?? self.channel
        process.expiresAt = expiresAt ?? self.expiresAt
        return Transition(process: process, from: self.phase.name)
    }
}
