import Terminal
import XignDomain

extension Console {
    /// Runs work that may take long, and shows its progress to a person who waits (`showingProgress`).
    func showingWork<Result>(_ work: (_ progress: @escaping ReportProgress) throws -> Result) rethrows -> Result {
        try showingProgress { line in
            try work { line.show($0.step.name, done: $0.done, of: $0.total, in: $0.step.unit) }
        }
    }
}

extension WorkProgress.Step {
    fileprivate var name: Text {
        switch self {
        case .checkingDatabase: "Checking the database"
        case .checkingCopy: "Checking the copy"
        case .comparingDevices: "Comparing the devices"
        case .endingOpenWork: "Ending what was open"
        case .markingDatabase: "Marking the former database"
        case .copyingRows: "Copying the rows"
        case .copyingDatabase: "Copying the database"
        case .copyingFile: "Copying the file"
        case .readingExport: "Reading the exported log"
        case .verifyingLinks: "Verifying the links"
        case .readingEvents: "Reading the events"
        case .applying: "Applying the file"
        case .makingLetters: "Making the letters"
        }
    }

    fileprivate var unit: ProgressLine.Unit {
        switch self {
        case .copyingDatabase, .copyingFile, .readingExport: .bytes
        case .checkingDatabase, .checkingCopy, .comparingDevices, .endingOpenWork, .markingDatabase, .copyingRows,
            .verifyingLinks, .readingEvents, .applying, .makingLetters:
            .items
        }
    }
}
