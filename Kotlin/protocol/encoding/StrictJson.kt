package org.xign.protocol

import java.nio.ByteBuffer
import java.nio.charset.CharacterCodingException
import java.nio.charset.CodingErrorAction

/** The limits of a kind of text. */
internal class JsonLimits(val bytes: Int, val depth: Int) {
    companion object {
        val STATEMENT = JsonLimits(16 * 1024, 6)
        val ENVELOPE = JsonLimits(32 * 1024, 4)
        val MESSAGE = JsonLimits(64 * 1024, 10)
        val DOCUMENTS = JsonLimits(1024 * 1024, 5)
    }
}

/** Strict JSON (docs/protocol.md, section 0): text that two readers could understand differently is refused. */
internal object StrictJson {
    /** The greatest integer that every JSON reader represents exactly. */
    const val GREATEST = (1L shl 53) - 1

    /**
     * Reads exactly one value.
     * @throws MalformedException for any other text, and beyond the limits.
     */
    fun parse(text: ByteArray, limits: JsonLimits): JsonValue {
        demand(text.size <= limits.bytes, "length")
        val decoder = Charsets.UTF_8.newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT).onUnmappableCharacter(CodingErrorAction.REPORT)
        val characters = try {
            decoder.decode(ByteBuffer.wrap(text))
        } catch (_: CharacterCodingException) {
            throw MalformedException("UTF-8")
        }
        return JsonParser(characters.toString(), limits.depth).document()
    }

    /** Writes a value in its canonical encoding: without white space, its members sorted. */
    fun serialize(value: JsonValue): ByteArray = write(value).toByteArray()

    /** Returns the text whose UTF-8 [serialize] returns. */
    fun write(value: JsonValue): String = StringBuilder().also { it.appendValue(value) }.toString()
}

private class JsonParser(private val text: String, private val maximumDepth: Int) {
    private var at = 0

    fun document(): JsonValue {
        val value = value(depth = 0)
        skipSpace()
        demand(at == text.length, "text after the value")
        return value
    }

    private fun peek(): Char = if (at < text.length) text[at] else throw MalformedException("end of the text")

    private fun next(): Char = peek().also { at++ }

    private fun take(character: Char) = demand(next() == character, "punctuation")

    private fun skipSpace() {
        while (at < text.length && text[at] in " \t\n\r") at++
    }

    private fun value(depth: Int): JsonValue {
        skipSpace()
        return when (peek()) {
            '{' -> members(deeper(depth))
            '[' -> elements(deeper(depth))
            '"' -> JsonText(string())
            't' -> word("true", true)
            'f' -> word("false", false)
            else -> number()
        }
    }

    private fun deeper(depth: Int): Int {
        demand(depth < maximumDepth, "depth")
        return depth + 1
    }

    private fun word(word: String, flag: Boolean): JsonValue {
        demand(text.startsWith(word, at), "word")
        at += word.length
        return JsonBoolean(flag)
    }

    private fun members(depth: Int): JsonValue {
        val members = LinkedHashMap<String, JsonValue>()
        list('{', '}') {
            skipSpace()
            val name = string()
            skipSpace()
            take(':')
            demand(members.put(name, value(depth)) == null, "a member twice")
        }
        return JsonObject(members)
    }

    private fun elements(depth: Int): JsonValue {
        val elements = ArrayList<JsonValue>()
        list('[', ']') { elements += value(depth) }
        return JsonArray(elements)
    }

    private inline fun list(begin: Char, end: Char, element: () -> Unit) {
        take(begin)
        skipSpace()
        if (peek() == end) {
            at++
            return
        }
        while (true) {
            element()
            skipSpace()
            val next = next()
            if (next == end) return
            demand(next == ',', "punctuation")
        }
    }

    /** Reads an integer in its one form: no leading zero, no -0, no fraction and no exponent. */
    private fun number(): JsonValue {
        val begin = at
        if (peek() == '-') at++
        while (at < text.length && text[at] in '0'..'9') at++
        val digits = text.substring(begin, at)
        val number = digits.toLongOrNull() ?: throw MalformedException("number")
        demand(number.toString() == digits && number in -StrictJson.GREATEST..StrictJson.GREATEST, "number")
        return JsonInteger(number)
    }

    private fun string(): String {
        take('"')
        val result = StringBuilder()
        while (true) {
            when (val character = next()) {
                '"' -> return result.toString().also { demand(it.hasOnlyCharacters(), "character") }
                '\\' -> result.append(escaped())
                in '\u0000'..'\u001f' -> throw MalformedException("control character")
                else -> result.append(character)
            }
        }
    }

    private fun escaped(): Char = when (val character = next()) {
        '"', '\\', '/' -> character
        'b' -> '\b'
        'f' -> '\u000c'
        'n' -> '\n'
        'r' -> '\r'
        't' -> '\t'
        'u' -> (1..4).fold(0) { code, _ -> code * 16 + hexadecimal(next()) }.toChar()
        else -> throw MalformedException("escape")
    }

    /** Returns the value of an ASCII digit: `Character.digit` knows the digits of all scripts. */
    private fun hexadecimal(character: Char): Int = when (character) {
        in '0'..'9' -> character - '0'
        in 'a'..'f' -> character - 'a' + 10
        in 'A'..'F' -> character - 'A' + 10
        else -> throw MalformedException("escape")
    }
}

/** Returns true for a text without lone surrogates and noncharacters. */
private fun String.hasOnlyCharacters(): Boolean = codePointList().none { it in 0xd800..0xdfff || isNoncharacter(it) }

private fun StringBuilder.appendValue(value: JsonValue) {
    when (value) {
        is JsonText -> appendText(value.text)
        is JsonBoolean -> append(value.flag)
        is JsonInteger -> {
            require(value.number in -StrictJson.GREATEST..StrictJson.GREATEST)
            append(value.number)
        }
        is JsonArray -> {
            append('[')
            value.elements.forEachIndexed { index, element ->
                if (index > 0) append(',')
                appendValue(element)
            }
            append(']')
        }
        is JsonObject -> {
            append('{')
            value.members.toSortedMap().entries.forEachIndexed { index, (name, member) ->
                if (index > 0) append(',')
                appendText(name)
                append(':')
                appendValue(member)
            }
            append('}')
        }
    }
}

private fun StringBuilder.appendText(text: String) {
    require(text.isWellFormed())
    append('"')
    for (character in text) {
        when {
            character == '"' || character == '\\' -> append('\\').append(character)
            character < ' ' -> append("\\u00").append(character.code.toString(16).padStart(2, '0'))
            else -> append(character)
        }
    }
    append('"')
}
