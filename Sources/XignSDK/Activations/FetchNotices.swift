internal import XignProtocol

extension Personalizer {
    /// Fetches the notices that the app has not acknowledged.
    func notices(_ idmIdentifier: String) -> Flow<[AccountNotice]> {
        Flow { [device] in
            let device = try device.get()
            let activation = try await device.requiredActivation(at: idmIdentifier)
            let acknowledged = activation.acknowledgedNotice ?? 0
            let request = Status.Request(activationId: activation.activationId, noticesAfter: acknowledged)
            let notices =
                try await device.manager(idmIdentifier)
                .perform(Status.self, request, provenBy: activation).notices
            let numbers = [acknowledged] + notices.map(\.number)
            guard zip(numbers, numbers.dropFirst()).allSatisfy({ $0 < $1 }),
                notices.allSatisfy({ $0.device.map(DisplayText.isValid) ?? true })
            else { throw XignSdkError.unreadableAnswer }
            return notices.map { AccountNotice($0) }
        }
    }

    /// Records that notices were shown, on this device alone.
    func acknowledge(_ idmIdentifier: String, through number: Int64) -> Flow<Void> {
        Flow { [device] in
            try device.get().activations.change { changes in
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
