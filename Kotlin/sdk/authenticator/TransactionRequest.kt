package org.xign.sdk

import java.net.URL
import org.xign.protocol.TransactionText

/**
 * An act that a page of the manager asks the user to confirm on this device, such as the removal of a lost phone.
 *
 * Show its [text] before the user signs. Nothing is done by the confirmation alone: the browser that asked for the act
 * does it, so the act can also be what somebody else wants who uses that browser. The text tells. Source:
 * `docs/protocol.md`, section 9.
 *
 * @property type the kind of the act, for logs: ASCII letters. Do not show it.
 * @property language the language of the text: a tag such as `de` (BCP 47). Give it to a screen reader.
 * @property text the text, in parts; the first is a literal. Show the parts in this order, and never joined to one
 * sentence: a name such as `phone" and lock "tablet` would otherwise change what the sentence says.
 * @property serviceInformation the page that asks: a part of the manager itself. Show its origin, as for a login.
 * @property organizationInformation the operator of the manager.
 */
public class TransactionRequest internal constructor(
    public val type: String, public val language: String, public val text: List<Part>,
    public val serviceInformation: ServiceInformation, public val organizationInformation: OrganizationInformation,
) {
    internal constructor(
        text: TransactionText, service: ServiceInformation, organization: OrganizationInformation,
    ) : this(
        text.type, text.language,
        text.parts.map { part ->
            when (part) {
                is TransactionText.Part.Literal -> Part.Literal(part.text)
                is TransactionText.Part.Name -> Part.Name(part.text)
            }
        },
        service, organization,
    )

    /** A part of the text. */
    public sealed class Part {
        /** The words. */
        public abstract val text: String

        /** Words of the manager. */
        public class Literal internal constructor(override val text: String) : Part()

        /** A name that anybody may have chosen. Show it on a line of its own. */
        public class Name internal constructor(override val text: String) : Part()
    }
}

/**
 * A transaction that the user has confirmed on this device. Its description shows no URL.
 *
 * The act is not done yet: the page that asked for it does it, within a minute. Say "Confirmed. Finish in the
 * browser."
 *
 * @property serviceInformation the page that asked.
 * @property organizationInformation the operator of the manager.
 */
public class TransactionResult internal constructor(
    public val serviceInformation: ServiceInformation, public val organizationInformation: OrganizationInformation,
    private val returnAddress: String?,
) {
    /**
     * The URL that returns the user to the browser, after a link on this device; null after a scanned code. It is used
     * like [AuthenticationResult.UserLoginResult.returnURL], and is as secret.
     */
    public val returnURL: URL? get() = returnAddress?.let { URL(it) }

    override fun toString(): String = "TransactionResult(${serviceInformation.name})"
}
