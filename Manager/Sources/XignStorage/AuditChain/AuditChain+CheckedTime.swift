import XignDomain

/// The checked time, from which everything counts that erases something irreplaceable: a clock that jumps ahead takes
/// it along by a day each day.
///
/// It is sealed in the state of the chain. A writer to the database can put back an earlier one, which erases later, or
/// one of a version that had none, which makes it the clock's time. Without a state that opens, nothing is erased.
extension AuditChain {
    /// Returns the moment up to which the time of irreplaceable things may be over; nil where somebody has removed or
    /// changed the state.
    ///
    /// It is the present moment where no round of housekeeping has stored a checked time yet.
    package func checkedTime(at now: Timestamp) throws -> Timestamp? {
        if let state = try readableState() { return state.checkedTime.map(Timestamp.init(rawValue:)) ?? now }
        return try hasBegun() ? nil : now
    }

    /// Returns the checked time that the last round has stored; nil for none, and for a state that somebody has removed
    /// or changed.
    package func storedCheckedTime() throws -> Timestamp? {
        try readableState()?.checkedTime.map(Timestamp.init(rawValue:))
    }

    /// Stores the checked time. Has no effect without a state.
    package func setCheckedTime(_ moment: Timestamp) throws {
        guard var state = try state() else { return }
        state.checkedTime = moment.rawValue
        try store(state)
    }
}
