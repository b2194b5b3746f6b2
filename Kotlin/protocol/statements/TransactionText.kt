package org.xign.protocol

/**
 * The text of an act that a browser asks for (docs/protocol.md, section 9).
 *
 * Each name is shown on a line of its own, so that a name cannot rewrite the sentence around it.
 *
 * @param type the kind of act, for auditors: 1 to 64 ASCII letters.
 * @param language a language tag: 2 to 35 ASCII letters, digits and hyphens.
 * @param parts 1 to 32 parts, of at most 1,024 bytes together. The first is a literal.
 */
internal data class TransactionText(val type: String, val language: String, val parts: List<Part>) {
    sealed class Part {
        abstract val text: String

        /** Words of the manager. */
        data class Literal(override val text: String) : Part()

        /** A name that anybody may have chosen. */
        data class Name(override val text: String) : Part()
    }

    init {
        demand(typeForm.matches(type) && languageForm.matches(language), "transaction")
        demand(parts.size in 1..32 && parts[0] is Part.Literal, "transaction")
        demand(parts.sumOf { it.text.toByteArray().size } <= 1024, "transaction")
    }

    val asJson: JsonValue
        get() = json(
            "type" to json(type), "language" to json(language),
            "text" to json(
                parts.map { part ->
                    when (part) {
                        is Part.Literal -> json("literal" to json(part.text))
                        is Part.Name -> json("name" to json(part.text))
                    }
                },
            ),
        )

    companion object {
        private val typeForm = Regex("[a-zA-Z]{1,64}")
        private val languageForm = Regex("[a-zA-Z0-9-]{2,35}")

        /** @throws MalformedException */
        fun read(value: JsonValue): TransactionText = Members.closed(value) {
            TransactionText(text("type"), text("language"), list("text").map(::part))
        }

        private fun part(value: JsonValue): Part = Members.closed(value) {
            optionalDisplayText("literal")?.let { Part.Literal(it) } ?: Part.Name(displayText("name"))
        }
    }
}
