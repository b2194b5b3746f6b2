package org.xign.protocol

/** A name of the protocol. */
internal interface Word {
    val word: String
}

/** A reader of the members of one object by name. Each member is taken at most once. */
internal class Members private constructor(private val members: MutableMap<String, JsonValue>) {
    fun optional(name: String): JsonValue? = members.remove(name)

    fun value(name: String): JsonValue = optional(name) ?: throw MalformedException(name)

    fun text(name: String): String = value(name).asText(name)

    fun optionalText(name: String): String? = optional(name)?.asText(name)

    fun integer(name: String): Long = value(name).asInteger(name)

    fun optionalInteger(name: String): Long? = optional(name)?.asInteger(name)

    fun flag(name: String): Boolean = value(name).asFlag(name)

    fun list(name: String): List<JsonValue> = value(name).asList(name)

    fun octets(name: String, count: Int? = null): Octets = Octets(Base64Url.decode(text(name), count))

    fun optionalOctets(name: String, count: Int): Octets? =
        optionalText(name)?.let { Octets(Base64Url.decode(it, count)) }

    fun activationId(name: String): ActivationId = ActivationId(octets(name, IDENTIFIER_LENGTH))

    fun sessionId(name: String): SessionId = SessionId(octets(name, IDENTIFIER_LENGTH))

    /** Reads text that a person bases a decision on. */
    fun displayText(name: String): String = optionalDisplayText(name) ?: throw MalformedException(name)

    fun optionalDisplayText(name: String): String? =
        optionalText(name)?.also { demand(DisplayText.isValid(it), name) }

    /** Reads an identifier that is compared and not displayed: 1 to 256 bytes. */
    fun identifier(name: String): String = optionalIdentifier(name) ?: throw MalformedException(name)

    fun optionalIdentifier(name: String): String? =
        optionalText(name)?.also { demand(it.toByteArray().size in 1..256, name) }

    inline fun <reified W> word(name: String): W where W : Enum<W>, W : Word = value(name).asWord(name)

    /** Reads the version, which comes first: the other members belong to it. */
    fun version() {
        if (integer("v") != PROTOCOL_VERSION) throw UnsupportedVersionException()
    }

    private fun end() = demand(members.isEmpty(), "unknown member")

    companion object {
        /** Reads an object. Members that [read] does not take are ignored, as in requests and answers. */
        fun <T> open(value: JsonValue, read: Members.() -> T): T {
            val members = (value as? JsonObject ?: throw MalformedException("object")).members
            return Members(LinkedHashMap(members)).read()
        }

        /** Reads an object. Members that [read] does not take are refused, as in statements. */
        fun <T> closed(value: JsonValue, read: Members.() -> T): T = open(value) { read().also { end() } }
    }
}

internal const val PROTOCOL_VERSION = 1L

internal fun JsonValue.asText(name: String): String = (this as? JsonText ?: throw MalformedException(name)).text

internal fun JsonValue.asInteger(name: String): Long = (this as? JsonInteger ?: throw MalformedException(name)).number

internal fun JsonValue.asList(name: String): List<JsonValue> =
    (this as? JsonArray ?: throw MalformedException(name)).elements

internal inline fun <reified W> JsonValue.asWord(name: String): W where W : Enum<W>, W : Word {
    val word = asText(name)
    return enumValues<W>().find { it.word == word } ?: throw MalformedException(name)
}

internal fun JsonValue.asFlag(name: String): Boolean = (this as? JsonBoolean ?: throw MalformedException(name)).flag
