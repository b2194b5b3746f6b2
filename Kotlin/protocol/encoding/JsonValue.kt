package org.xign.protocol

/** A value of strict JSON. Its description shows nothing, since messages contain secrets. */
internal sealed class JsonValue {
    final override fun toString(): String = "JSON"
}

internal data class JsonText(val text: String) : JsonValue()

internal data class JsonInteger(val number: Long) : JsonValue()

internal data class JsonBoolean(val flag: Boolean) : JsonValue()

internal data class JsonArray(val elements: List<JsonValue>) : JsonValue()

/** An object. The order of its members has no meaning. */
internal data class JsonObject(val members: Map<String, JsonValue>) : JsonValue()

internal fun json(text: String): JsonValue = JsonText(text)

internal fun json(number: Long): JsonValue = JsonInteger(number)

internal fun json(flag: Boolean): JsonValue = JsonBoolean(flag)

internal fun json(octets: Octets): JsonValue = JsonText(Base64Url.encode(octets.bytes))

internal fun json(elements: List<JsonValue>): JsonValue = JsonArray(elements)

/** Makes an object of the members that have a value. */
internal fun json(vararg members: Pair<String, JsonValue?>): JsonValue {
    val present = LinkedHashMap<String, JsonValue>()
    for ((name, value) in members) if (value != null) present[name] = value
    return JsonObject(present)
}
