package org.xign.protocol

import org.xign.protocol.crypto.sha256

// The statements that a device composes (docs/protocol.md, sections 4, 5 and 7).

/**
 * A public key of a factor.
 *
 * With the public key of a PIN and a copy of the device's storage the PIN could be guessed: the description omits it.
 */
internal data class FactorPublicKey(val factor: FactorType, val publicKey: Octets) {
    val asJson: JsonValue get() = json("factor" to json(factor.word), "publicKey" to json(publicKey))
}

/** A proof by the maker of a key store that it holds the keys: a format and 1 to 8,192 bytes. */
internal data class Attestation(val format: String, val bytes: Octets) {
    val asJson: JsonValue get() = json("format" to json(format), "bytes" to json(bytes))
}

/** The statement with which a device enrols its keys. It is signed by all of them. */
internal class EnrolmentStatement(
    val idm: String,
    val activation: ActivationId,
    val challenge: Octets,
    val keys: List<FactorPublicKey>,
    private val alias: String,
    private val platform: String,
    private val keyStore: KeyStoreKind,
    private val attestation: Attestation? = null,
) {
    fun serialized(): ByteArray = StrictJson.serialize(
        json(
            "v" to json(PROTOCOL_VERSION), "purpose" to json("enrolment"), "idm" to json(idm),
            "activationId" to json(activation.octets), "challenge" to json(challenge),
            "keys" to json(keys.sortedBy { it.factor }.map { it.asJson }), "alias" to json(alias),
            "platform" to json(platform), "keyStore" to json(keyStore.word), "attestation" to attestation?.asJson,
        ),
    )
}

/** A change of keys or of the account after a confirmed utility process. */
internal sealed class KeyChange(val purpose: Purpose) {
    class ChangePin(val key: FactorPublicKey) : KeyChange(Purpose.CHANGE_PIN)

    class AddFactor(val key: FactorPublicKey) : KeyChange(Purpose.ADD_FACTOR)

    /** A further activation, whose id and secret the device has drawn. */
    class NewActivation(val id: ActivationId, val secretHash: Octets, val alias: String?) :
        KeyChange(Purpose.NEW_ACTIVATION)

    object Delete : KeyChange(Purpose.DELETE)
}

/**
 * The statement of a change. It is signed by the device key and by each key in it.
 *
 * @param consentHash the SHA-256 of the consent statement that was confirmed.
 */
internal class KeyChangeStatement(
    private val idm: String,
    private val activation: ActivationId,
    private val consentHash: Octets,
    private val change: KeyChange,
) {
    fun serialized(): ByteArray {
        val key = when (change) {
            is KeyChange.ChangePin -> change.key
            is KeyChange.AddFactor -> change.key
            is KeyChange.NewActivation, KeyChange.Delete -> null
        }
        val newActivation = (change as? KeyChange.NewActivation)?.let { new ->
            json(
                "id" to json(new.id.octets), "secretHash" to json(new.secretHash), "alias" to new.alias?.let(::json),
            )
        }
        return StrictJson.serialize(
            json(
                "v" to json(PROTOCOL_VERSION), "purpose" to json(change.purpose.word), "idm" to json(idm),
                "activationId" to json(activation.octets), "consent" to json(consentHash),
                "keys" to key?.let { json(listOf(it.asJson)) }, "activation" to newActivation,
            ),
        )
    }
}

/**
 * A value that the user supplies, in the one text form that is digested, sent and stored.
 *
 * The salt prevents finding the value by trying candidates. The description omits the value, which is personal data.
 */
internal class Disclosure(private val name: String, value: String, salt: Octets) {
    /** base64url(json [salt, name, value]). */
    val text: String =
        Base64Url.encode(StrictJson.serialize(json(listOf(json(salt), json(name), json(value)))))

    /** The SHA-256 of the text. */
    val digest: Octets get() = Octets(sha256(text.ascii()))

    override fun toString(): String = "disclosure of $name"

    companion object {
        const val SALT_LENGTH = 16
    }
}
