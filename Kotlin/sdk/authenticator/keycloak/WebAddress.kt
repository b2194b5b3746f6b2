package org.xign.sdk

import java.net.URLDecoder
import java.nio.ByteBuffer
import java.nio.charset.CharacterCodingException
import java.util.Locale
import org.xign.protocol.ManagerOrigin

/** A text that is no address. */
internal class WebAddressException(val isPlainHttp: Boolean) : Exception("no address")

/**
 * An absolute `https` URL, or an `http` URL of this machine, in a spelling that no two parsers read differently.
 *
 * A redirect decides where cookies and codes go, so the origin is parsed here, by the rules of `ManagerOrigin`: no
 * user information, no unusual spelling of a host. The fragment is dropped.
 *
 * @param query the text after the first `?`; null if there is none.
 */
internal class WebAddress private constructor(val origin: ManagerOrigin, val path: String, val query: String?) {
    val text: String get() = origin.text + path + query?.let { "?$it" }.orEmpty()

    /**
     * Returns the text of the address to which a `Location` leads from here. Of the relative forms (RFC 3986, section
     * 4.2) those that begin with a slash are resolved; the others are returned as they are, and are no addresses.
     */
    fun resolving(location: String): String = when {
        location.startsWith("//") -> origin.text.substringBefore("//") + location
        location.startsWith("/") -> origin.text + location
        else -> location
    }

    companion object {
        private const val MAXIMUM_LENGTH = 16_384

        /** @throws WebAddressException */
        fun read(text: String): WebAddress {
            // A parser that treats a backslash like a slash would find another host.
            val isPrintable = text.length <= MAXIMUM_LENGTH && text.all { it.code in 0x21..0x7e && it != '\\' }
            val separator = text.indexOf("://")
            if (!isPrintable || separator < 0) throw WebAddressException(isPlainHttp = false)
            val scheme = text.substring(0, separator).lowercase(Locale.ROOT)
            val rest = text.substring(separator + 3).substringBefore('#')
            val authority = rest.takeWhile { it != '/' && it != '?' }
            val target = rest.substring(authority.length)
            val path = target.substringBefore('?')
            val query = if ('?' in target) target.substringAfter('?') else null
            return WebAddress(origin(scheme, authority.lowercase(Locale.ROOT)), path.ifEmpty { "/" }, query)
        }

        private fun origin(scheme: String, typed: String): ManagerOrigin {
            val authority = typed.removeSuffix(if (scheme == "https") ":443" else ":80")
            return ManagerOrigin.read("$scheme://$authority") ?: throw WebAddressException(
                isPlainHttp = scheme == "http" && ManagerOrigin.read("https://$authority") != null,
            )
        }
    }
}

/** The parameters of a query or form (`application/x-www-form-urlencoded`). */
internal class FormParameters(private val list: List<Pair<String, String>>) {
    val text: String get() = list.joinToString("&") { (name, value) -> "${encode(name)}=${encode(value)}" }

    /** Returns the values of a parameter, in order. */
    fun all(name: String): List<String> = list.filter { it.first == name }.map { it.second }

    /** Returns the value of a parameter; null if it is missing or there are several. */
    fun single(name: String): String? = all(name).singleOrNull()

    companion object {
        private val unreserved = ('A'..'Z') + ('a'..'z') + ('0'..'9') + listOf('-', '.', '_', '~')

        /** Makes parameters; those without a value are left out. */
        fun of(vararg parameters: Pair<String, String?>) =
            FormParameters(parameters.mapNotNull { (name, value) -> value?.let { Pair(name, it) } })

        /** Reads a query. Null if it is not UTF-8, or has an incomplete escape. */
        fun read(query: String): FormParameters? {
            val parameters = query.split('&').filter { it.isNotEmpty() }.map { parameter ->
                val name = decode(parameter.substringBefore('=')) ?: return null
                Pair(name, decode(parameter.substringAfter('=', "")) ?: return null)
            }
            return FormParameters(parameters)
        }

        fun encode(text: String): String = text.toByteArray().joinToString("") { byte ->
            val character = (byte.toInt() and 0xff).toChar()
            if (character in unreserved) {
                "$character"
            } else {
                "%" + character.code.toString(16).uppercase(Locale.ROOT).padStart(2, '0')
            }
        }

        private fun decode(text: String): String? = try {
            // Latin-1 has a character for each byte, so that UTF-8 can be checked afterwards.
            val bytes = URLDecoder.decode(text, "ISO-8859-1").toByteArray(Charsets.ISO_8859_1)
            Charsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString()
        } catch (_: IllegalArgumentException) {
            null
        } catch (_: CharacterCodingException) {
            null
        }
    }
}
