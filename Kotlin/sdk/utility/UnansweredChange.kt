package org.xign.sdk

/**
 * A change that this device began to send to the manager, and whose answer it never got: the manager may have made it.
 *
 * See [Personalizer.unansweredChanges].
 *
 * @property idmIdentifier the manager's identifier.
 * @property kind the kind of the change.
 */
public class UnansweredChange internal constructor(public val idmIdentifier: String, public val kind: Kind) {
    /** The kind of a change. */
    public enum class Kind(private val stored: String) {
        /**
         * A change of the PIN. The old or the new PIN is valid: let the user begin again with the one that is accepted.
         */
        CHANGE_PIN("changePin"),

        /** The deletion of the account. It may be deleted. */
        DELETE("delete"),
        ;

        internal val word: String get() = stored

        internal companion object {
            fun of(word: String): Kind? = values().find { it.stored == word }
        }
    }

    override fun toString(): String = "UnansweredChange($idmIdentifier, $kind)"
}

/** Stores or removes the mark of a change. The change is made also where the disk is full and has no mark. */
internal fun Device.setUnansweredChange(kind: UnansweredChange.Kind?, activation: ActivationRecord) {
    try {
        activations.change { changes ->
            val record = changes.current(activation)
            if (record != null && record.unansweredChange != kind) changes.write(record.copy(unansweredChange = kind))
        }
    } catch (_: KeyStoreException) {
        log(XignLog.Level.WARNING) { "the mark of a change that was sent could not be stored" }
    }
}
