package org.xign.protocol

import java.nio.ByteBuffer
import java.nio.charset.CharacterCodingException
import org.xign.protocol.crypto.Ed25519PublicKey

/** Judges inputs by the readers of this implementation, as `Tests/ProtocolJudge` does by the Swift ones. */
internal object Judge {
    /** Returns the judgement of bytes; null where the reader refuses them. */
    fun judge(kind: String, bytes: ByteArray): String? = try {
        when (kind) {
            "json" -> Base64Url.encode(StrictJson.serialize(StrictJson.parse(bytes, JsonLimits.STATEMENT)))
            "consent" -> Base64Url.encode(ConsentStatement.read(bytes).serialized())
            "keyMaterial" -> describe(KeyMaterial.read(bytes))
            "signed" -> signed(bytes)
            "key" -> Ed25519PublicKey.read(bytes)?.let { "accepted" }
            "open" -> answer { OpenAnswer.read(bytes) }
            "start" -> answer { StartAnswer.read(bytes) }
            "offers" -> offers(bytes)
            "prepare" -> answer { PrepareAnswer.read(bytes) }
            "finish" -> answer { FinishAnswer.read(bytes) }
            "personalizeFinish" -> answer { ActivationAnswer.read(bytes) }
            "status" -> answer { StatusAnswer.read(bytes) }
            "startUtility" -> answer { StartUtilityAnswer.read(bytes) }
            else -> judge(kind, string(bytes))
        }
    } catch (_: MalformedException) {
        null
    }

    private fun answer(read: () -> Any): String = try {
        read()
        "accepted"
    } catch (refusal: RefusedException) {
        "refused ${refusal.code.word}"
    }

    /** Tells what a device shows of the attributes in an answer to `start`. */
    private fun offers(bytes: ByteArray): String = try {
        val answer = StartAnswer.read(bytes)
        val shown = ShownAttributes.of(answer.attributes, answer.subject.purpose, showsAdditions = true)
        shown?.let { Base64Url.encode(StrictJson.serialize(described(it))) } ?: ProtocolErrorCode.CLIENT_TOO_OLD.word
    } catch (refusal: RefusedException) {
        "refused ${refusal.code.word}"
    }

    private fun described(shown: ShownAttributes): JsonValue {
        val attributes = AttributeName.entries.mapNotNull { name ->
            shown.attributes[name]?.let {
                listOf(
                    json(name.word), json(""), json(it.isRequired), json(it.isMissing), json(it.mustBeVerified),
                    described(it.aliases),
                )
            }
        }
        val additions = shown.additions.map {
            listOf(json(it.name), json(it.kind.word), json(it.isRequired), described(it.aliases))
        }
        return JsonArray((attributes + additions).map { JsonArray(it) })
    }

    private fun described(aliases: List<DescribedAttribute.Alias>): JsonValue =
        JsonArray(aliases.map { JsonArray(listOf(json(it.id), json(it.text), json(it.isPrimary))) })

    private fun judge(kind: String, text: String): String? = when (kind) {
        "origin" -> ManagerOrigin.read(text)?.idm
        "link" -> link(text)
        "text" -> DisplayText.isValid(text).toString()
        "typed" -> typed(text)
        "bytes" -> Base64Url.encode(Base64Url.decode(text))
        "typedPin" -> Pin.readTyped(text)?.let { Base64Url.encode(it.bytes) }
        "phone" -> phone(text)
        "flaw" -> flaw(text)
        "address" -> address(text)
        "pin" -> Pin.read(text)?.let { if (it.isCommon) "common" else "allowed" }
        else -> "unknown kind"
    }

    private fun string(bytes: ByteArray): String = try {
        Charsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString()
    } catch (_: CharacterCodingException) {
        throw MalformedException("UTF-8")
    }

    private fun describe(material: KeyMaterial): String = material.run {
        "$idm $epoch $sequence $expiresAt $threshold ${encryptionKeys.size}"
    }

    /** Reads a JWS, whose form a manager checks further: one signature for each factor that all headers name. */
    private fun signed(bytes: ByteArray): String {
        for (type in StatementType.entries.filter { it.namesFactors }) {
            val jws = try {
                Jws.read(bytes, type)
            } catch (_: MalformedException) {
                continue
            }
            val factors = jws.entries[0].factors.orEmpty()
            val isComplete = jws.entries.all { it.factors == factors } &&
                jws.entries.map { it.kid }.sorted() == factors.map { it.word } &&
                jws.entries.all { entry -> factors.find { it.word == entry.kid }?.algorithm == entry.algorithm }
            if (isComplete) {
                return "${type.word} ${factors.joinToString(",") { it.word }} ${Base64Url.encode(jws.payload)}"
            }
        }
        return describe(SignedKeyMaterial.read(bytes).material)
    }

    private fun link(text: String): String = try {
        val link = InitializationLink.read(text)
        val data = "${link.data.kind.number} ${link.data.origin}"
        when (val form = link.form) {
            LinkForm.Bare -> data
            is LinkForm.AppLink -> "$data ${form.origin}"
            // The other judges are those of a page, which no Deep-Link opens.
            is LinkForm.DeepLink -> LinkFlaw.NOT_INITIALIZATION_DATA.word
        }
    } catch (error: LinkException) {
        error.flaw.word
    }

    private fun place(character: RefusedCharacter): String = when (val place = character.place) {
        RefusedCharacter.Place.Beginning -> "${character.name} beginning"
        RefusedCharacter.Place.End -> "${character.name} end"
        is RefusedCharacter.Place.After ->
            if (place.count == 1) "${character.name} first" else "${character.name} after ${place.count}"
    }

    private fun phone(typed: String): String = try {
        PhoneNumber.canonical(typed)
    } catch (error: PhoneNumberFlawException) {
        val kind = when (error.flaw) {
            PhoneNumberFlaw.FORM -> "form-phoneNumber"
            PhoneNumberFlaw.NATIONAL_PREFIX -> "phone-prefix"
            PhoneNumberFlaw.LETTER -> "phone-letter"
            PhoneNumberFlaw.EXTENSION -> "phone-extension"
            PhoneNumberFlaw.LATER_PLUS -> "phone-plus"
            PhoneNumberFlaw.SIGN -> "phone-sign"
        }
        listOfNotNull(kind, error.character?.let(::place)).joinToString(" ")
    }

    /** Names the invisible character of a typed text. */
    private fun flaw(typed: String): String = try {
        CanonicalText.read(typed)
        "none"
    } catch (error: TextFlawException) {
        if (error.flaw == TextFlaw.INVISIBLE) error.character?.let(::place) ?: "none" else "none"
    }

    /** Reads an address whose five parts are separated by bars. */
    private fun address(typed: String): String {
        val parts = typed.split('|', limit = 5)
        if (parts.size != 5) return "no address"
        return try {
            val address = AddressText.typed(parts[0], parts[1], parts[2], parts[3], parts[4])
            Base64Url.encode(address.text.toByteArray())
        } catch (_: TextFlawException) {
            "refused"
        } catch (_: MalformedException) {
            "refused"
        }
    }

    private fun typed(text: String): String? = try {
        Base64Url.encode(DisplayText.canonical(text).toByteArray())
    } catch (_: TextFlawException) {
        null
    }

    /** A line of the input has a kind and bytes; a line of the output has the judgement, `-` for a refusal. */
    @JvmStatic
    fun main(arguments: Array<String>) {
        require(arguments.isEmpty())
        for (line in generateSequence(::readLine)) {
            val (kind, bytes) = line.split(' ', limit = 2)
            println(judge(kind, Base64Url.decode(bytes)) ?: "-")
        }
    }
}
