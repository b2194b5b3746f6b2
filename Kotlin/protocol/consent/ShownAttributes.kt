package org.xign.protocol

/**
 * The attributes of an answer to `start` that a device shows: those of the twelve, and additions by `kind`
 * (docs/protocol.md, section 5, "Additions").
 */
internal class ShownAttributes private constructor(
    val attributes: Map<AttributeName, DescribedAttribute>,
    /** The values, then the permissions, each in the order of their names' bytes. */
    val additions: List<Addition>,
) {
    /** The effect of an addition. */
    enum class Kind(override val word: String) : Word {
        /** A value that the service receives. */
        VALUE("value"),

        /** An act that the user allows, and that gives the service nothing. */
        PERMISSION("permission"),
    }

    /** An attribute beyond the twelve. */
    class Addition(
        /** The text to show. Selections, errors and the statement name the addition by it. */
        val name: String,
        val kind: Kind,
        val isRequired: Boolean,
        /** The values to choose from; none where the manager has none. A permission has one. */
        val aliases: List<DescribedAttribute.Alias>,
    )

    companion object {
        private const val MAXIMUM_NAME_LENGTH = 64

        /**
         * Selects what a device shows. Any other attribute is left out, as if the user had declined it.
         *
         * @param showsAdditions false for an app that knows the twelve alone.
         * @return null where a required attribute cannot be shown: the device ends the process (`clientTooOld`).
         */
        fun of(
            requested: Map<String, DescribedAttribute>, purpose: Purpose, showsAdditions: Boolean,
        ): ShownAttributes? {
            val attributes = LinkedHashMap<AttributeName, DescribedAttribute>()
            val additions = ArrayList<Addition>()
            for ((name, described) in requested) {
                val known = AttributeName.entries.find { it.word == name && described.kind == null }
                val addition = if (showsAdditions) addition(name, described, purpose) else null
                when {
                    known != null -> attributes[known] = described
                    addition != null -> additions += addition
                    described.isRequired -> return null
                }
            }
            val order = compareBy<Addition> { it.kind }.thenBy(byBytes) { it.name }
            return ShownAttributes(attributes, additions.sortedWith(order))
        }

        /** Returns null for an attribute of a later version, and for one whose members contradict its kind. */
        private fun addition(name: String, described: DescribedAttribute, purpose: Purpose): Addition? {
            val kind = Kind.entries.find { it.word == described.kind } ?: return null
            val isNamed = DisplayText.isValid(name) && name.toByteArray().size <= MAXIMUM_NAME_LENGTH &&
                AttributeName.entries.none { it.word == name }
            val isStored = described.mustBeVerified && described.isMissing == described.aliases.isEmpty()
            val isAllowed = kind == Kind.VALUE ||
                (purpose == Purpose.LOGIN && !described.isRequired && described.aliases.size == 1)
            if (!isNamed || !isStored || !isAllowed) return null
            return Addition(name, kind, described.isRequired, described.aliases)
        }

        /** The order of texts by their bytes in UTF-8. Those of UTF-16 have another order beyond U+FFFF. */
        private val byBytes = Comparator<String> { one, other ->
            val (first, second) = Pair(one.codePointList(), other.codePointList())
            val index = first.indices.find { it >= second.size || first[it] != second[it] }
            when {
                index == null -> first.size - second.size
                index >= second.size -> 1
                else -> first[index] - second[index]
            }
        }
    }
}
