internal import XignCrypto
internal import XignProtocol

extension Personalizer {
    /// Sends the key of the new PIN. Nothing changes on the device.
    func finishChanging(_ access: ApiAccessChangePin) -> Flow<Void> {
        Flow("finishChangePin", device) { _ in
            _ = try await access.grant.spend(as: .changePin) { try access.request(earlier: $0) }
        }
    }
}

extension ApiAccessChangePin {
    /// Composes the request with the PIN that is set, and wipes that PIN.
    fileprivate func request(earlier: FinishUtility.Request?) throws -> FinishUtility.Request {
        guard let pin = pinSpec.pin else {
            if let earlier { return earlier }
            throw XignSdkError.newPinMissing
        }
        let signer = try grant.device.pinKey(pin, grant.activation)
        let key = try FactorPublicKey(signer)
        if let earlier {
            guard try KeyChangeStatement(in: earlier).key == key else { throw XignSdkError.otherPinSent }
            pinSpec.wipe()
            return earlier
        }
        if key == presentKey {
            pinSpec.wipe()
            throw XignSdkError(
                .samePin, "The new PIN is the present one. Let the user choose another one, and finish again.")
        }
        let request = try grant.request(for: .changePin(key), newKey: { Array(try signer.signature(for: $0)) })
        pinSpec.wipe()
        return request
    }
}

extension KeyChangeStatement {
    fileprivate init(in request: FinishUtility.Request) throws {
        try self.init(parsing: SignedStatement(parsing: request.keyChange.bytes, type: .keyChange).payload)
    }
}

extension XignSdkError {
    static var newPinMissing: XignSdkError {
        XignSdkError(.pinMissing, "Set the new PIN with pinSpec.setPin(_:) before you finish.")
    }

    static var otherPinSent: XignSdkError {
        XignSdkError(
            .wrongOrder,
            "An earlier call has sent another PIN, and may have succeeded. Repeat it with that PIN, or start again.")
    }
}
