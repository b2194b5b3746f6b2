package org.xign.protocol

/** An algorithm of signatures, by its name in JOSE. */
internal enum class SignatureAlgorithm(override val word: String) : Word { ES256("ES256"), ED25519("Ed25519") }

/**
 * A kind of authentication factor, in the order of the names.
 *
 * The word is the `kid` of the factor's key. It has no algorithm where the factor does not sign in this version.
 */
internal enum class FactorType(override val word: String, val algorithm: SignatureAlgorithm?) : Word {
    BIOMETRIC("biometric", SignatureAlgorithm.ES256),
    DEVICE("device", SignatureAlgorithm.ES256),
    OTP("otp", null),
    PIN("pin", SignatureAlgorithm.ED25519),
    YUBIKEY("yubikey", null),
}

/** The way on which a process reaches the device. */
internal enum class Channel(override val word: String) : Word {
    CROSS_DEVICE("crossDevice"), SAME_DEVICE("sameDevice"), IN_APP("inApp"), API("api"),
}

/** The act that a user confirms. */
internal enum class Purpose(override val word: String) : Word {
    LOGIN("login"),
    IN_APP_LOGIN("inAppLogin"),
    TRANSACTION("transaction"),
    CHANGE_PIN("changePin"),
    ADD_FACTOR("addFactor"),
    NEW_ACTIVATION("newActivation"),
    REVOKE("revoke"),
    DELETE("delete"),
    MERGE("merge"),
}

/** The kind of store that holds an activation's keys, by the device's own word. */
internal enum class KeyStoreKind(override val word: String) : Word {
    FILE("file"), TPM("tpm"), ENCLAVE("enclave"), WEB("web"),
}

/** Reads factors: sorted, each once. */
internal fun readFactors(list: List<JsonValue>): List<FactorType> {
    val factors = list.map { it.asWord<FactorType>("factors") }
    demand(factors.zipWithNext().all { (one, next) -> one < next }, "factors")
    return factors
}

/** Reads one or more sets of factors, each with the device. */
internal fun readAlternatives(list: List<JsonValue>): List<List<FactorType>> {
    demand(list.isNotEmpty(), "alternatives")
    return list.map { value ->
        readFactors(value.asList("alternatives")).also { demand(FactorType.DEVICE in it, "alternatives") }
    }
}
