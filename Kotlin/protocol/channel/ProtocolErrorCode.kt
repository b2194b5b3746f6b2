package org.xign.protocol

/**
 * A refusal inside the seal (docs/protocol.md, section 3, "Errors").
 *
 * @param isTerminal true if it ends the process, so that the user must begin again.
 */
internal enum class ProtocolErrorCode(override val word: String, val isTerminal: Boolean = true) : Word {
    MALFORMED("malformed"),
    NOT_SUPPORTED("notSupported"),
    CLIENT_TOO_OLD("clientTooOld"),
    SECURITY_INSUFFICIENT("securityInsufficient"),
    UNAUTHENTICATED("unauthenticated"),
    ACTIVATION_UNKNOWN("activationUnknown"),
    ACTIVATION_INVALID("activationInvalid"),
    ENROLMENT_REFUSED("enrolmentRefused"),
    ALREADY_PERSONALIZED("alreadyPersonalized"),
    SESSION_ENDED("sessionEnded"),
    SESSION_TAKEN("sessionTaken"),
    WRONG_CHANNEL("wrongChannel"),
    QR_CODE_EXPIRED("qrCodeExpired", isTerminal = false),
    NOT_A_MEMBER("notAMember"),
    ROLE_UNKNOWN("roleUnknown", isTerminal = false),
    POLICY_CHANGED("policyChanged"),
    STATEMENT_MISMATCH("statementMismatch"),
    FACTOR_SET_MISMATCH("factorSetMismatch", isTerminal = false),
    LOCKED_OUT("lockedOut"),
    TOO_MANY_CORRECTIONS("tooManyCorrections"),
    TOO_MANY_REQUESTS("tooManyRequests", isTerminal = false),
    INTERNAL_ERROR("internalError", isTerminal = false),
    ACCOUNT_DISABLED("accountDisabled"),
    OTHER_ACCOUNT("otherAccount", isTerminal = false),
    UNMET_REQUIREMENTS("unmetRequirements", isTerminal = false),
    SCAN_REQUIRED("scanRequired", isTerminal = false),
    MAIL_UNAVAILABLE("mailUnavailable", isTerminal = false),
    PAIRING_FAILED("pairingFailed"),
    NOT_ALLOWED("notAllowed"),
    FACTOR_REFUSED("factorRefused"),
    COOL_DOWN("coolDown"),
    SAME_PIN("samePin"),
    GRANT_MISMATCH("grantMismatch"),
    GRANT_EXPIRED("grantExpired"),
    GRANT_SPENT("grantSpent"),
}
