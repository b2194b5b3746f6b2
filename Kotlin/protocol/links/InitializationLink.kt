package org.xign.protocol

/** A form in which a pid reaches the app. */
internal sealed class LinkForm {
    object Bare : LinkForm()

    /** A link of the manager's own domain for apps. */
    data class AppLink(val origin: ManagerOrigin) : LinkForm()

    /** A link with a scheme of the app's own. */
    data class DeepLink(val scheme: String) : LinkForm()
}

/** Process initialization data in one of its three forms (docs/protocol.md, section 2). */
internal class InitializationLink private constructor(val data: InitializationData, val form: LinkForm) {
    companion object {
        /** Returns the App-Link of data. */
        fun appLink(data: InitializationData, origin: ManagerOrigin): String = "$origin/a#${data.pid()}"

        private val address = Regex("([^?]*)/a(?:\\?.*)?", RegexOption.DOT_MATCHES_ALL)
        private val deepLink = Regex("([a-z][a-z0-9+.-]*):/")

        /**
         * Reads a text. White space at its ends goes.
         * @throws LinkException with the damage, if it is a link or pid that was changed on its way.
         */
        fun read(typed: String): InitializationLink {
            val text = typed.withoutOuterWhiteSpace()
            try {
                return readWhole(text)
            } catch (error: LinkException) {
                val damage = if (error.flaw == LinkFlaw.UNSUPPORTED_FORMAT) null else DamagedLink.damageTo(text)
                throw if (damage == null) error else LinkException(damage)
            }
        }

        /** Reads a text that is one of the three forms from its beginning to its end. */
        fun readWhole(text: String): InitializationLink {
            val hash = text.indexOf('#')
            if (hash < 0) return InitializationLink(InitializationData.read(text), LinkForm.Bare)
            val form = readAddress(text.substring(0, hash))
                ?: throw LinkException(LinkFlaw.NOT_INITIALIZATION_DATA)
            return InitializationLink(InitializationData.read(text.substring(hash + 1)), form)
        }

        /** Reads the part of a link before its `#`. A query in it, which mail programs add, means nothing. */
        fun readAddress(text: String): LinkForm? {
            val start = address.matchEntire(text)?.groupValues?.get(1) ?: return null
            ManagerOrigin.read(start)?.let { return LinkForm.AppLink(it) }
            val scheme = deepLink.matchEntire(start)?.groupValues?.get(1)
            return if (scheme == null || scheme == "https" || scheme == "http") null else LinkForm.DeepLink(scheme)
        }
    }
}
