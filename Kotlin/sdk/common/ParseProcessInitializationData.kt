package org.xign.sdk

import java.util.Locale
import org.xign.protocol.InitializationData
import org.xign.protocol.InitializationLink
import org.xign.protocol.KeyMaterial
import org.xign.protocol.LinkException
import org.xign.protocol.LinkFlaw
import org.xign.protocol.LinkForm
import org.xign.protocol.ProcessBeginning
import org.xign.protocol.ProcessKind
import org.xign.protocol.SessionClaim
import org.xign.protocol.SessionId

/**
 * Reads scanned or opened data (docs/protocol.md, section 2). Their origin only selects pinned key material.
 *
 * @throws XignSdkException
 */
internal fun Device.parse(text: String, source: ProcessInitializationData.Source): ProcessInitializationData {
    val link = try {
        InitializationLink.read(text)
    } catch (error: LinkException) {
        throw error.flaw.asSdkException()
    }
    val pid = link.data
    // A cut can leave an origin that is one, too.
    if (keyMaterials.isBeginningOfOrigin(pid.origin)) throw LinkFlaw.LINK_INCOMPLETE.asSdkException()
    val manager = keyMaterials.manager(pid.origin)
    checkForm(link, manager)
    return processData(pid, source, manager.idm)
}

private fun LinkFlaw.asSdkException(): XignSdkException {
    val (code, message) = when (this) {
        LinkFlaw.UNSUPPORTED_FORMAT ->
            XignSdkErrorCode.CLIENT_TOO_OLD to "The code has a type that this version does not know. Update the app."
        LinkFlaw.LINK_INCOMPLETE -> XignSdkErrorCode.LINK_INCOMPLETE to
            "The link is incomplete: what follows # is missing or was cut off. Copy the whole link."
        LinkFlaw.LINK_WRAPPED ->
            XignSdkErrorCode.LINK_WRAPPED to "The link was broken into lines. Copy it as one line."
        LinkFlaw.LINK_EXTENDED -> XignSdkErrorCode.LINK_EXTENDED to
            "Something was added at the end of the link or around it, such as a full stop or brackets. Copy the link " +
            "alone."
        LinkFlaw.LINK_EMBEDDED -> XignSdkErrorCode.LINK_EMBEDDED to
            "The link was put into another address. Copy the link itself, or scan the code."
        LinkFlaw.NOT_INITIALIZATION_DATA, LinkFlaw.INVALID_ORIGIN -> XignSdkErrorCode.INITIALIZATION_DATA_INVALID to
            "The text is not a Xign code. Scan the code that the page or mail shows."
    }
    return XignSdkException(code, message)
}

private fun processData(
    pid: InitializationData, source: ProcessInitializationData.Source, idm: String,
): ProcessInitializationData {
    // The manager decides by this claim, so that the digits of the page protect a person who was sent a QR code's data
    // (docs/protocol.md, section 6).
    val qrKind = when (source) {
        ProcessInitializationData.Source.SCANNED -> SessionClaim.Kind.QR_CODE
        ProcessInitializationData.Source.OPENED -> SessionClaim.Kind.OPENED_QR_CODE
    }
    fun authentication(kind: SessionClaim.Kind) = ProcessInitializationData.Authentication(
        AuthenticationInitializationData(idm, SessionId(pid.id), SessionClaim(kind, pid.secret), pid.beginning),
    )
    fun transaction(kind: SessionClaim.Kind) = ProcessInitializationData.Transaction(
        TransactionInitializationData(idm, SessionId(pid.id), SessionClaim(kind, pid.secret), pid.beginning),
    )
    return when (pid.kind) {
        ProcessKind.PERSONALIZATION ->
            ProcessInitializationData.Personalization(PersonalizationInitializationData(idm, pid))
        ProcessKind.LOGIN_BY_QR_CODE -> authentication(qrKind)
        ProcessKind.LOGIN_BY_LINK -> authentication(SessionClaim.Kind.LINK)
        ProcessKind.TRANSACTION_BY_QR_CODE -> transaction(qrKind)
        ProcessKind.TRANSACTION_BY_LINK -> transaction(SessionClaim.Kind.LINK)
    }
}

private val InitializationData.beginning: Beginning get() = Beginning(ProcessBeginning.Link(kind))

/** Refuses links of other managers, and data that must not arrive by Deep-Link. */
private fun Device.checkForm(link: InitializationLink, manager: KeyMaterial) {
    when (val form = link.form) {
        LinkForm.Bare -> {}
        is LinkForm.AppLink -> if (form.origin !in manager.appLinkOrigins) {
            throw dataInvalid(
                "The link's host does not belong to the manager that it names. Do not continue; report it.",
            )
        }
        is LinkForm.DeepLink -> {
            val acceptsPersonalization = deepLinkSchemes[form.scheme.lowercase(Locale.ROOT)] ?: throw dataInvalid(
                "The scheme ${form.scheme} is not configured. See XignSdkConfig.Builder.addDeepLinkScheme.",
            )
            val isAccepted = when (link.data.kind) {
                ProcessKind.LOGIN_BY_LINK, ProcessKind.TRANSACTION_BY_LINK -> true
                ProcessKind.PERSONALIZATION -> acceptsPersonalization
                ProcessKind.LOGIN_BY_QR_CODE, ProcessKind.TRANSACTION_BY_QR_CODE -> false
            }
            if (!isAccepted) {
                throw dataInvalid("These data must not arrive by Deep-Link, which any app can read. Scan the code.")
            }
        }
    }
}

private fun dataInvalid(message: String) =
    XignSdkException(XignSdkErrorCode.INITIALIZATION_DATA_INVALID, message)
