internal import XignProtocol

extension Personalizer {
    /// Fetches the notices that the app has not acknowledged. One answer of the manager has only the oldest of them.
    func notices(_ idmIdentifier: String) -> Flow<[AccountNotice]> {
        Flow("fetchNotices", device) { device in
            let activation = try await device.requiredActivation(at: idmIdentifier)
            var notices: [Notice] = []
            while notices.count < Self.maximumNoticeCount {
                let last = notices.last?.number ?? activation.acknowledgedNotice ?? 0
                let next = try await device.status(of: activation, noticesAfter: last).notices
                guard !next.isEmpty else { break }
                let numbers = [last] + next.map(\.number)
                guard zip(numbers, numbers.dropFirst()).allSatisfy({ $0 < $1 }) else {
                    throw XignSdkError.unreadableAnswer
                }
                notices += next
            }
            return notices.map { AccountNotice($0) }
        }
    }

    /// The number of notices after which no further answer is requested: a manager cannot keep the device busy.
    private static var maximumNoticeCount: Int { 500 }

    /// Records that notices were shown, on this device alone.
    func acknowledge(_ idmIdentifier: String, through number: Int64) -> Flow<Void> {
        Flow("acknowledgeNotices", device) { device in
            try device.activations.change { changes in
                guard var record = try changes.record(at: idmIdentifier), record.state == .active else {
                    throw XignSdkError.notPersonalized(at: idmIdentifier)
                }
                guard number > record.acknowledgedNotice ?? 0 else { return }
                record.acknowledgedNotice = number
                try changes.write(record)
            }
        }
    }
}
