internal import CTSS2

/// The reason why an operation of a TPM failed.
public struct TPMError: Error, Equatable, Sendable {
    /// The kind of a failure, by which the caller decides.
    public enum Cause: Sendable {
        /// The address of the TPM is not one that this module accepts.
        case invalidAddress
        /// There is no TPM at the address, or it does not answer.
        case absent
        /// The TPM's device file may not be opened by this user.
        case notPermitted
        /// The TPM, or its memory for keys and sessions, is in use. The same call may succeed later.
        case busy
        /// The TPM has no storage root key, and the authorization of its owner is needed to make one.
        case ownerAuthorizationRequired
        /// The handle of the storage root key holds an object that cannot be used, and the authorization of the TPM's
        /// owner is needed to make another one.
        case storageRootKeyTaken
        /// The storage root key has an authorization value.
        case authorizationRefused
        /// The TPM has no storage root key of the expected name: it is another TPM, or it was cleared. With the code of
        /// a response, the derived key could not be compared, since that needs the authorization of the TPM's owner.
        case otherParent
        /// The TPM lacks an algorithm or a command. ``TPMError/text`` names it.
        case unsupported
        /// The wrapped key is damaged, or was not wrapped by this parent.
        case keyRefused
        /// Any other failure.
        case failed
    }

    /// The kind of failure.
    public let cause: Cause
    /// The response code of tpm2-tss or of the TPM; 0 if the failure was found outside of them.
    public let code: UInt32
    /// The description of the failure in English, with the code.
    public let text: String

    init(_ cause: Cause, _ text: String) {
        self.cause = cause
        code = 0
        self.text = text
    }

    /// Makes the error for a response code.
    init(code: TSS2_RC) {
        self.code = code
        cause = ResponseCode(code).cause
        // The text is in a buffer of the calling thread, until its next call.
        let description = unsafe String(cString: Tss2_RC_Decode(code))
        text = "\(description) (0x\(String(code, radix: 16)))"
    }

    /// Returns the same error with another cause.
    func with(cause: Cause) -> TPMError { TPMError(cause: cause, code: code, text: text) }

    private init(cause: Cause, code: UInt32, text: String) {
        self.cause = cause
        self.code = code
        self.text = text
    }
}

/// A response code in parts (TPM 2.0 Library, part 2, section 6.6; TSS 2.0 Overview, section 3.4).
struct ResponseCode {
    /// The errors of a TPM by which this module decides, without the number of the parameter, handle or session.
    enum TPMResponse: UInt32 {
        case handle = 0x08B
        case authorizationFailed = 0x08E
        case badAuthorization = 0x0A2
        case objectMemory = 0x902
        case sessionMemory = 0x903
        case memory = 0x904
        case yielded = 0x908
        case testing = 0x90A
        case nonvolatileRate = 0x920
        case retry = 0x922
    }

    /// The response of the TPM, or of a resource manager in its name; nil if it is another.
    let response: TPMResponse?
    /// The kind of failure.
    let cause: TPMError.Cause
    /// True if the TPM has refused a parameter of the command.
    let blamesParameter: Bool
    /// True if the authorization value of an object or hierarchy was wrong.
    var refusesAuthorization: Bool { response == .badAuthorization || response == .authorizationFailed }

    init(_ code: TSS2_RC) {
        let (layer, number) = (code >> 16 & 0xFF, code & 0xFFFF)
        // Bit 7 marks the codes that contain such a number, in bits 6 and 8 to 11.
        let error = number & 0x80 != 0 ? number & 0xBF : number
        response = [0, 11, 12].contains(layer) ? TPMResponse(rawValue: error) : nil
        // Bits 6 and 7 mark a parameter. TPM_RC_SENSITIVE, of a private area that cannot be unmarshalled, has no mark.
        blamesParameter = [0, 11, 12].contains(layer) && (number & 0xC0 == 0xC0 || number == 0x155)
        switch (layer, response) {
        case (_, .objectMemory), (_, .sessionMemory), (_, .memory), (_, .yielded), (_, .testing),
            (_, .nonvolatileRate), (_, .retry):
            cause = .busy
        // The transport.
        case (10, _): cause = .absent
        default: cause = .failed
        }
    }
}
