package org.xign.protocol

/** A kind of process that a pid begins. */
internal enum class ProcessKind(val number: Int, val purpose: Purpose?, val channel: Channel?) {
    PERSONALIZATION(1, null, null),
    LOGIN_BY_QR_CODE(2, Purpose.LOGIN, Channel.CROSS_DEVICE),
    LOGIN_BY_LINK(3, Purpose.LOGIN, Channel.SAME_DEVICE),
    TRANSACTION_BY_QR_CODE(4, Purpose.TRANSACTION, Channel.CROSS_DEVICE),
    TRANSACTION_BY_LINK(5, Purpose.TRANSACTION, Channel.SAME_DEVICE),
}

/** A reason why a text is no process initialization data (docs/protocol.md, section 2). */
internal enum class LinkFlaw(override val word: String) : Word {
    NOT_INITIALIZATION_DATA("notInitializationData"),

    /** A later version of the protocol may know it. */
    UNSUPPORTED_FORMAT("unsupportedFormat"),
    INVALID_ORIGIN("invalidOrigin"),
    LINK_INCOMPLETE("linkIncomplete"),
    LINK_WRAPPED("linkWrapped"),
    LINK_EXTENDED("linkExtended"),
    LINK_EMBEDDED("linkEmbedded"),
}

/** A text that is no process initialization data. It contains a secret, which is not told. */
internal class LinkException(val flaw: LinkFlaw) : Exception(flaw.word)

/**
 * Process initialization data: the pid.
 *
 * @param id the id of an activation or a session, 16 bytes.
 * @param secret 16 bytes.
 */
internal class InitializationData(
    val kind: ProcessKind, val id: Octets, val secret: Octets, val origin: ManagerOrigin,
) {
    /** Returns the pid in its bare form. */
    fun pid(): String = Base64Url.encode(
        concat(byteArrayOf(FORMAT, kind.number.toByte()), id.bytes, secret.bytes, origin.text.ascii()),
    )

    override fun toString(): String = "process initialization data of $origin"

    companion object {
        private const val FORMAT: Byte = 1

        /** @throws LinkException */
        fun read(pid: String): InitializationData {
            val data = try {
                Base64Url.decode(pid)
            } catch (_: MalformedException) {
                throw LinkException(LinkFlaw.NOT_INITIALIZATION_DATA)
            }
            if (data.size !in 35..256) throw LinkException(LinkFlaw.NOT_INITIALIZATION_DATA)
            val kind = ProcessKind.entries.find { it.number == data[1].toInt() }
            if (data[0] != FORMAT || kind == null) throw LinkException(LinkFlaw.UNSUPPORTED_FORMAT)
            val origin = ManagerOrigin.read(String(data, 34, data.size - 34, Charsets.ISO_8859_1))
                ?: throw LinkException(LinkFlaw.INVALID_ORIGIN)
            return InitializationData(kind, Octets(data.copyOfRange(2, 18)), Octets(data.copyOfRange(18, 34)), origin)
        }
    }
}
