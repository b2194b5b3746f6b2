package org.xign.samples.desktop

import java.io.Console

/** The person at the terminal; in tests, a program at the other end of pipes. */
internal class Terminal {
    /** The terminal; null if standard input is not one. */
    private val console: Console? = System.console()

    fun show(vararg lines: String): Unit = lines.forEach(::println)

    /** Tells why something failed. */
    fun fail(sentence: String): Unit = System.err.println(sentence)

    /** Asks a question; returns null at the end of the input. */
    fun ask(question: String): String? {
        print("$question: ")
        System.out.flush()
        return readLine()
    }

    /** Asks for a PIN, which a terminal does not show. */
    fun askPin(question: String): String? {
        val reader = console ?: return ask(question)
        return reader.readPassword("%s: ", question)?.let { String(it) }
    }

    /** Asks a question with the answers y and n. The end of the input means n. */
    fun confirm(question: String): Boolean = generateSequence { ask("$question [y/n]")?.trim() ?: "n" }
        .first { it == "y" || it == "n" } == "y"

    /** Lets the person choose one of several; null without any, and at the end of the input. */
    fun <Item> choose(question: String, items: List<Item>, name: (Item) -> String): Item? {
        if (items.size < 2) return items.firstOrNull()
        items.forEachIndexed { index, item -> show("  ${index + 1}  ${name(item)}") }
        return generateSequence { ask(question) }.mapNotNull { items.getOrNull((it.trim().toIntOrNull() ?: 0) - 1) }
            .firstOrNull()
    }
}
