package org.xign.protocol

import kotlin.system.exitProcess

/** Counts checks, and collects the names of those that fail. */
internal class Checks {
    val failures = mutableListOf<String>()
    val counts = linkedMapOf<String, Int>()
    private var group = ""

    fun begin(name: String) {
        group = name
        counts[name] = 0
    }

    fun check(what: String, condition: Boolean) {
        counts[group] = counts.getValue(group) + 1
        if (!condition) failures += "$group: $what"
    }

    /** Checks a result. An exception is a failure, too. */
    fun <T> check(what: String, expected: T, compute: () -> T) {
        val result = runCatching(compute)
        check("$what: expected $expected, got $result", result.isSuccess && result.getOrNull() == expected)
    }

    /** Reports the failures. Ends the program with 1 if there are any, or if groups have other numbers of checks. */
    fun report(expected: Map<String, Int>) {
        failures.forEach { println("FAILED $it") }
        if (counts != expected) println("FAILED counts: $counts")
        println("${counts.values.sum()} checks, ${failures.size} failed")
        if (failures.isNotEmpty() || counts != expected) exitProcess(1)
    }

    fun check(what: String, expected: ByteArray, compute: () -> ByteArray): Unit =
        check(what, expected.asList()) { compute().asList() }
}

/** Returns true unless a reader refuses a text. Any other exception is a fault of the reader. */
internal fun accepts(read: () -> Unit): Boolean = try {
    read()
    true
} catch (_: MalformedException) {
    false
}

/** An object of a file of vectors. */
internal class Vector(value: JsonValue) {
    private val members = (value as JsonObject).members

    val names: Set<String> get() = members.keys

    operator fun contains(name: String): Boolean = name in members

    operator fun get(name: String): JsonValue = members.getValue(name)

    fun text(name: String): String = get(name).asText(name)

    fun flag(name: String): Boolean = get(name).asFlag(name)

    fun integer(name: String): Long = get(name).asInteger(name)

    fun list(name: String): List<JsonValue> = get(name).asList(name)

    fun vectors(name: String): List<Vector> = list(name).map(::Vector)

    fun bytes(name: String): ByteArray = Base64Url.decode(text(name))

    fun octets(name: String): Octets = Octets(bytes(name))

    /** The name of a vector, for people. */
    val what: String get() = text("what")
}
