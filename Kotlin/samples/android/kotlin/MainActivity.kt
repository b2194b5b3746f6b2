package org.xign.samples.android

import android.app.Activity
import android.content.Intent
import android.net.Uri
import android.os.Bundle
import android.text.InputType
import android.view.WindowManager
import android.widget.Button
import android.widget.EditText
import android.widget.LinearLayout
import android.widget.TextView
import java.util.concurrent.ExecutorService
import java.util.concurrent.Executors
import org.xign.sdk.AuthenticateRequest
import org.xign.sdk.AuthenticationResult
import org.xign.sdk.AuthenticationSubject
import org.xign.sdk.AuthenticationUserInformation
import org.xign.sdk.AuthenticatorType
import org.xign.sdk.DeviceFactor
import org.xign.sdk.PersonalizationInitializationData
import org.xign.sdk.PersonalizationResponse
import org.xign.sdk.PinFactor
import org.xign.sdk.PrepareAuthenticationUserInformationResult
import org.xign.sdk.ProcessInitializationData
import org.xign.sdk.XignSdk
import org.xign.sdk.XignSdkConfig
import org.xign.sdk.XignSdkException
import org.xign.sdk.XignSdkInitializationException
import org.xign.sdk.android.AndroidPlatform

/**
 * An app of one screen: the link that opened it begins a process, and a text, a field and a button lead through it.
 *
 * It confirms logins without attributes, with one role and by device and PIN. Compiled against stubs, never run.
 */
class MainActivity : Activity() {
    private val text by lazy { TextView(this) }
    private val field by lazy { EditText(this) }
    private val button by lazy { Button(this) }

    /** The calls of the SDK block, so that they run beside the main thread. */
    private val background: ExecutorService = Executors.newSingleThreadExecutor()

    override fun onCreate(state: Bundle?) {
        super.onCreate(state)
        // No picture of the screen, which shows what the user types.
        window.addFlags(WindowManager.LayoutParams.FLAG_SECURE)
        field.inputType = InputType.TYPE_CLASS_NUMBER or InputType.TYPE_NUMBER_VARIATION_PASSWORD
        setContentView(
            LinearLayout(this).apply {
                orientation = LinearLayout.VERTICAL
                fitsSystemWindows = true
                addView(text)
                addView(field)
                addView(button)
            },
        )
        try {
            initialize()
            begin(intent)
        } catch (error: XignSdkInitializationException) {
            show("This app cannot start. Set a lock for your device, then open it again.")
        }
    }

    override fun onNewIntent(intent: Intent) {
        super.onNewIntent(intent)
        begin(intent)
    }

    override fun onDestroy() {
        // Interrupts a call that waits for the manager.
        background.shutdownNow()
        super.onDestroy()
    }

    private fun initialize() {
        val keyMaterial = assets.open("key-material.json").use { it.readBytes() }
        val configuration = XignSdkConfig.Builder(AndroidPlatform(this))
            .addKeyMaterial(keyMaterial)
            .addDeepLinkScheme("xign-sample", acceptsPersonalization = true)
            .build()
        XignSdk.initialize(configuration)
    }

    private fun begin(intent: Intent?) {
        val link = intent?.data?.toString() ?: return show("Open the link of an invitation or a login.")
        inBackground {
            when (val data = XignSdk.shared.xignCommon.parseProcessInitializationDataSynchronous(link)) {
                is ProcessInitializationData.Personalization ->
                    ask("Type your activation PIN.") { pin -> activate(data.data, pin) }
                is ProcessInitializationData.Authentication -> authenticate(
                    XignSdk.shared.authenticator.startAuthenticationSynchronous(data.data),
                )
                is ProcessInitializationData.Transaction -> show("This app confirms logins alone.")
            }
        }
    }

    private fun activate(data: PersonalizationInitializationData, pin: String) {
        val personalizer = XignSdk.shared.personalizer
        when (val response = personalizer.decryptPersonalizationInitializationDataSynchronous(data, pin)) {
            is PersonalizationResponse.Personalize -> {
                val request = response.request
                val specification = request.pinSpecification
                ask("Choose a PIN of ${specification.minLength} to ${specification.maxLength} digits.") { newPin ->
                    if (specification.setPin(newPin).isValid) {
                        personalizer.finishPersonalizationSynchronous(request)
                        show("This device is activated for ${request.userName}.")
                    } else {
                        show("This PIN cannot be used. Open the link again.")
                    }
                }
            }
            is PersonalizationResponse.Lockout -> show("The PIN is wrong. Wait, then open the link again.")
            else -> show("This invitation cannot be used with this app.")
        }
    }

    private fun authenticate(request: AuthenticateRequest) {
        val service = request.serviceInformation
        if (request.subject !is AuthenticationSubject.Login) return show("This app confirms logins alone.")
        if (request.isPairingRequired) {
            ask("${service.name}\n${service.origin}\n\nType the two digits that the page shows.") { digits ->
                if (request.setPairingDigits(digits)) prepare(request) else show("These are not two digits.")
            }
        } else {
            prepare(request)
        }
    }

    /** Returns what the person agrees to: nothing is signed that is not in it. */
    private fun consent(request: AuthenticateRequest): String {
        val (service, organization) = Pair(request.serviceInformation, request.organizationInformation)
        val end = (request.subject as? AuthenticationSubject.Login)?.offlineUntil
        val lasting = if (end == null) "" else "\n\nThe service keeps access until $end."
        val role = request.selectedRole?.name.orEmpty()
        return "Log in?\n\n${service.name}\n${service.origin}\n${organization.name}\n$role$lasting"
    }

    private fun prepare(request: AuthenticateRequest) {
        val authenticator = XignSdk.shared.authenticator
        when (val result = authenticator.prepareAuthenticationUserInformationSynchronous(request)) {
            is PrepareAuthenticationUserInformationResult.Failure ->
                show("This login needs data that the app does not ask.")
            is PrepareAuthenticationUserInformationResult.Success ->
                ask("${consent(request)}\n\nType your PIN.") { pin ->
                    sign(result.userInformation, pin)
                    finish(authenticator.finishAuthenticationSynchronous(result.userInformation))
                }
        }
    }

    private fun sign(information: AuthenticationUserInformation, pin: String) {
        for (factor in information.requestedAuthenticators.first()) {
            information.sign(if (factor == AuthenticatorType.PIN) PinFactor(pin) else DeviceFactor())
        }
    }

    private fun finish(result: AuthenticationResult) {
        when (result) {
            is AuthenticationResult.UserLoginResult -> {
                show("You are logged in at\n${result.relyingPartyName}")
                val address = result.returnURL ?: return
                runOnUiThread { startActivity(Intent(Intent.ACTION_VIEW, Uri.parse("$address"))) }
            }
            is AuthenticationResult.Lockout -> show("The PIN is wrong. Wait, then begin again.")
            else -> show("Done.")
        }
    }

    private fun inBackground(steps: () -> Unit) {
        background.execute {
            try {
                steps()
            } catch (error: XignSdkException) {
                show("This did not work (${error.errorCode}). Begin again.")
            }
        }
    }

    private fun show(message: String) = runOnUiThread {
        text.text = message
        button.setOnClickListener(null)
    }

    /** Shows a question; the button passes the answer to steps beside the main thread. */
    private fun ask(question: String, steps: (String) -> Unit) = runOnUiThread {
        text.text = question
        field.setText("")
        button.text = getString(android.R.string.ok)
        button.setOnClickListener {
            val answer = "${field.text}"
            field.setText("")
            button.setOnClickListener(null)
            inBackground { steps(answer) }
        }
    }
}
