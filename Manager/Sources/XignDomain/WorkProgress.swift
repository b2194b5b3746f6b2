/// A report on a step of work that an operator waits for.
public struct WorkProgress: Sendable, Equatable {
    /// The steps, with what each counts.
    public enum Step: Sendable {
        /// Nothing is counted.
        case checkingDatabase, checkingCopy, comparingDevices, endingOpenWork, markingDatabase
        /// Bytes.
        case copyingDatabase, copyingFile, readingExport
        /// Rows of all tables.
        case copyingRows
        /// Links of the audit chain.
        case verifyingLinks
        /// Events of the audit log.
        case readingEvents
        /// Organizations, services and users of a declaration.
        case applying
        /// Letters for people.
        case makingLetters
    }

    public let step: Step
    /// Nil where the step counts nothing.
    public let done: Int64?
    /// Nil where the total is not known without reading everything.
    public let total: Int64?

    public init(_ step: Step, done: Int64? = nil, of total: Int64? = nil) {
        (self.step, self.done, self.total) = (step, done, total)
    }
}

/// Receives progress, as often as the work has some, on the thread that works. It must return at once.
public typealias ReportProgress = @Sendable (WorkProgress) -> Void

/// Ignores progress.
public let ignoreProgress: ReportProgress = { _ in }
