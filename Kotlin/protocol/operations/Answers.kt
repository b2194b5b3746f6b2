package org.xign.protocol

/**
 * A lockout after failures.
 *
 * @param retryAfterSeconds the remaining seconds, which the device counts on its own clock; null if it is permanent.
 * @param lockedUntil the end in Unix seconds by the manager's clock; null if it is permanent.
 */
internal data class Lockout(val retryAfterSeconds: Long?, val lockedUntil: Long?) {
    val isPermanent: Boolean get() = lockedUntil == null

    companion object {
        /** @throws MalformedException */
        fun read(value: JsonValue): Lockout = Members.open(value) {
            val isPermanent = flag("isPermanent")
            val lockout = Lockout(optionalCount("retryAfterSeconds"), optionalInteger("lockedUntil"))
            val hasEnd = lockout.retryAfterSeconds != null && lockout.lockedUntil != null
            val hasNoEnd = lockout.retryAfterSeconds == null && lockout.lockedUntil == null
            demand(if (isPermanent) hasNoEnd else hasEnd, "lockout")
            lockout
        }
    }
}

/** A reason why a manager finds the security of a device insufficient. */
internal enum class SecurityFinding(override val word: String) : Word {
    ROOTED("rooted"), HOOKED("hooked"), UNCHECKED("unchecked"), OUTDATED_SYSTEM("outdatedSystem"),
}

/** The manager's refusal of an operation, with what belongs to its code. */
internal class RefusedException(
    val code: ProtocolErrorCode,
    val lockout: Lockout?,
    val retryAfterSeconds: Long?,
    /** The reasons that this version knows. */
    val findings: List<SecurityFinding>,
    val minimumVersion: String?,
) : Exception(code.word)

/** The answers of operations (docs/protocol.md, section 3). Unknown members are ignored. */
internal object Answers {
    private val versionForm = Regex("[0-9A-Za-z.+-]{1,32}")

    /**
     * Reads an answer inside the seal.
     * @throws RefusedException for a refusal.
     * @throws MalformedException for anything that is no answer of the operation, an unknown error code included.
     */
    fun <T> read(bytes: ByteArray, read: Members.() -> T): T {
        val value = StrictJson.parse(bytes, JsonLimits.MESSAGE)
        if (value is JsonObject && "error" in value.members) throw Members.open(value) { refusal() }
        return Members.open(value, read)
    }

    private fun Members.refusal(): RefusedException {
        val findings = optional("findings")?.asList("findings").orEmpty().map { it.asText("findings") }
        val minimumVersion = optionalText("minimumVersion")
        demand(minimumVersion == null || versionForm.matches(minimumVersion), "minimumVersion")
        return RefusedException(
            code = word("error"), lockout = optional("lockout")?.let { Lockout.read(it) },
            retryAfterSeconds = optionalCount("retryAfterSeconds"),
            findings = SecurityFinding.entries.filter { it.word in findings }, minimumVersion = minimumVersion,
        )
    }
}

/** Reads an integer that is not negative. */
internal fun Members.count(name: String): Long = optionalCount(name) ?: throw MalformedException(name)

internal fun Members.optionalCount(name: String): Long? = optionalInteger(name)?.also { demand(it >= 0, name) }

/** Reads factors in any order. */
internal fun Members.factors(name: String): Set<FactorType> = list(name).map { it.asWord<FactorType>(name) }.toSet()

internal fun readPinPolicy(value: JsonValue): PinPolicy = Members.open(value) {
    PinPolicy(count("minimumLength"), count("maximumLength"))
}
