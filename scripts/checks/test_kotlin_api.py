from kotlin_api import code, lines

SOURCE = """
package org.xign.sdk

/** A text with public class Words in it. */
@Deprecated("public val nothing: Int")
public class Account internal constructor(
    public val name: String, private val secret: ByteArray,
) : Record("{"), Named {
    /** The limit. */
    public val limit: Int get() = 3

    public var alias: String = ""
        private set

    @JvmOverloads
    public fun rename(
        alias: String = "",
        isLoud: Boolean = false,
    ): List<Pair<String, Int>> = listOf()

    override fun toString(): String = "public fun none()"

    internal fun hidden() {}

    public enum class Kind(private val word: String) {
        FIRST("a"),

        /** The second. */
        SECOND_ONE("b"),
        ;

        internal companion object {
            fun of(word: String): Kind? = null
        }
    }

    public companion object {
        @JvmStatic
        public fun read(data: ByteArray): Account? = null
    }
}

internal class Hidden {
    public fun notSeen() {}
}

public class Secret(public val bytes: ByteArray, salt: (Int) -> Int = { it })

public typealias Name = Account.Kind
"""


def test_what_apps_see_is_a_line_with_the_type_that_has_it():
    assert sorted(lines(SOURCE)) == [
        "Account.Companion: fun read(data: ByteArray): Account?",
        "Account.Kind: FIRST",
        "Account.Kind: SECOND_ONE",
        "Account: enum class Kind",
        'Account: fun rename(alias: String = "", isLoud: Boolean = false): List<Pair<String, Int>>',
        "Account: val alias: String",
        "Account: val limit: Int",
        "Account: val name: String",
        "Secret: constructor(bytes: ByteArray, salt: (Int) -> Int = { it })",
        "Secret: val bytes: ByteArray",
        "org.xign.sdk: class Account : Record, Named",
        "org.xign.sdk: class Secret",
        "org.xign.sdk: typealias Name = Account.Kind",
    ]


def test_comments_and_texts_are_no_code_and_places_stay():
    text = 'val a = "{" // public fun b()\n/* public */ val c = \'"\'\n'
    assert len(code(text)) == len(text)
    assert "public" not in code(text) and "{" not in code(text)
    assert code(text).splitlines()[1].strip().startswith("val c =")
