package org.xign.sdk

import java.time.DateTimeException
import java.time.Instant
import java.time.LocalDateTime
import java.time.ZoneOffset
import java.util.Locale
import org.xign.protocol.ManagerOrigin

/**
 * The cookies of one login, in memory only, so that no earlier user's session can answer (RFC 6265).
 *
 * It is stricter than a browser's: a cookie returns to exactly the origin that set it, whatever its `Domain`. Hosts do
 * not share cookies, nor do ports. `Secure` needs no rule of its own, since every origin is `https` or of this machine.
 */
internal class CookieJar {
    private class Cookie(val origin: ManagerOrigin, val path: String, val name: String, val value: String)

    private val cookies = ArrayList<Cookie>()

    /**
     * Stores the cookies of an answer. Malformed ones are ignored, as browsers do.
     *
     * @param field the values of `Set-Cookie`, joined by ", ".
     */
    fun store(field: String?, address: WebAddress, now: Instant) {
        for (text in split(field.orEmpty())) {
            val cookie = SetCookie.read(text)
            if (cookie == null || text.toByteArray().size > MAXIMUM_SIZE) continue
            val path = cookie.path ?: defaultPath(address.path)
            cookies.removeAll { it.origin == address.origin && it.path == path && it.name == cookie.name }
            if (!cookie.isExpired(now) && cookies.size < MAXIMUM_COUNT) {
                cookies += Cookie(address.origin, path, cookie.name, cookie.value)
            }
        }
    }

    /** Returns the field `Cookie` of a request; null if no cookie belongs to it. */
    fun field(address: WebAddress): String? {
        val matching = cookies.filter { it.origin == address.origin && contains(it.path, address.path) }
        // Longer paths first, otherwise in the order of their making (RFC 6265, section 5.4).
        return matching.sortedByDescending { it.path.length }.joinToString("; ") { "${it.name}=${it.value}" }
            .ifEmpty { null }
    }

    companion object {
        /** The number of cookies of all origins, and the size of one, as browsers limit them. */
        const val MAXIMUM_COUNT = 100
        const val MAXIMUM_SIZE = 4096

        /**
         * Splits joined fields. A comma separates two of them only if a name and `=` follow: the other commas are those
         * of a date in `Expires`.
         */
        fun split(field: String): List<String> {
            val fields = ArrayList<String>()
            for (part in field.split(',').filter { it.isNotEmpty() || fields.isEmpty() }) {
                val name = part.trimStart(' ', '\t').substringBefore('=')
                val beginsField = '=' in part && name.isNotEmpty() && name.all(::isTokenCharacter)
                if (beginsField || fields.isEmpty()) fields += part else fields[fields.lastIndex] += ",$part"
            }
            return fields
        }

        /** The path of a cookie that names none (RFC 6265, section 5.1.4). */
        private fun defaultPath(path: String): String = path.substringBeforeLast('/').ifEmpty { "/" }

        /** Returns true if a request's path is within a cookie's (RFC 6265, section 5.1.4). */
        private fun contains(cookiePath: String, path: String): Boolean {
            if (!path.startsWith(cookiePath)) return false
            val rest = path.substring(cookiePath.length)
            return rest.isEmpty() || cookiePath.endsWith('/') || rest.startsWith('/')
        }

        /** True for the characters of a cookie's name (RFC 9110, section 5.6.2, "token"). */
        private fun isTokenCharacter(character: Char): Boolean =
            character.code in 0x21..0x7e && character !in "()<>@,;:\\\"/[]?={}"
    }
}

/** One `Set-Cookie` field (RFC 6265, section 5.2). */
private class SetCookie(val name: String, val value: String, attributes: List<Pair<String, String>>) {
    val path: String? = attributes.lastOrNull { it.first == "path" }?.second?.takeIf { it.startsWith('/') }
    private val maxAge: Long? = attributes.lastOrNull { it.first == "max-age" }?.second?.toLongOrNull()
    private val expires: Instant? = attributes.lastOrNull { it.first == "expires" }?.second?.let { date(it) }

    fun isExpired(now: Instant): Boolean = maxAge?.let { it <= 0 } ?: expires?.let { it <= now } ?: false

    companion object {
        fun read(text: String): SetCookie? {
            // A line break or another control character must not get into a request.
            if (!text.all { it.code in 0x20..0x7e }) return null
            val parts = text.split(';')
            if ('=' !in parts[0]) return null
            val (name, value) = pair(parts[0])
            if (name.isEmpty()) return null
            val attributes = parts.drop(1).filter { '=' in it }.map { attribute ->
                val (attributeName, attributeValue) = pair(attribute)
                Pair(attributeName.lowercase(Locale.ROOT), attributeValue)
            }
            return SetCookie(name, value, attributes)
        }

        private fun pair(text: String) =
            Pair(text.substringBefore('=').trim(' ', '\t'), text.substringAfter('=').trim(' ', '\t'))

        private val months = listOf("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")

        /** Reads a date by its parts, in any of the forms in use (RFC 6265, section 5.1.1). */
        private fun date(text: String): Instant? {
            var time: List<Int>? = null
            var month: Int? = null
            val numbers = ArrayList<String>()
            for (token in text.lowercase(Locale.ROOT).split(Regex("[^a-z0-9:]+"))) {
                val parts = token.split(':').mapNotNull { it.toIntOrNull() }
                when {
                    parts.size == 3 -> time = parts
                    token.take(3) in months -> month = months.indexOf(token.take(3)) + 1
                    token.toIntOrNull() != null -> numbers += token
                }
            }
            val (day, year) = numbers.partition { it.length <= 2 && it == numbers[0] }
            return moment(year.firstOrNull()?.toInt(), month, day.firstOrNull()?.toInt(), time)
        }

        private fun moment(year: Int?, month: Int?, day: Int?, time: List<Int>?): Instant? {
            if (year == null || month == null || day == null || time == null) return null
            val full = if (year < 70) year + 2000 else if (year < 100) year + 1900 else year
            return try {
                LocalDateTime.of(full, month, day, time[0], time[1], time[2]).toInstant(ZoneOffset.UTC)
            } catch (_: DateTimeException) {
                null
            }
        }
    }
}
