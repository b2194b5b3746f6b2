// A person's device in a terminal: it activates itself, logs in and changes its PIN. Its keys are in files.
package org.xign.samples.desktop

import java.io.File
import java.io.IOException
import kotlin.system.exitProcess
import org.xign.sdk.XignSdk
import org.xign.sdk.XignSdkConfig
import org.xign.sdk.XignSdkException
import org.xign.sdk.XignSdkInitializationException
import org.xign.sdk.jvm.JvmPlatform

private const val USAGE = """desktop KEY_MATERIAL FOLDER

KEY_MATERIAL is the file with the key material of the manager, which its operator gives to apps.
FOLDER is for the activation and its keys. It is made if it does not exist.
"""

/** Asks for links and commands until the end of the input. */
fun main(arguments: Array<String>) {
    if (arguments.size != 2) {
        System.err.print(USAGE)
        exitProcess(64)
    }
    val terminal = Terminal()
    try {
        initialize(File(arguments[0]), File(arguments[1]))
    } catch (error: XignSdkInitializationException) {
        terminal.fail("The app cannot start. ${error.message}")
        exitProcess(1)
    } catch (error: IOException) {
        terminal.fail("The key material cannot be read: ${error.message}")
        exitProcess(1)
    }
    val device = Device(terminal, XignSdk.shared)
    terminal.show("Paste the link of an activation or a login. Or type pin to change your PIN, quit to end.")
    while (true) {
        val line = terminal.ask("Link")?.trim() ?: return
        try {
            when (line) {
                "" -> continue
                "quit" -> return
                "pin" -> device.changePin()
                else -> device.open(line)
            }
        } catch (error: XignSdkException) {
            terminal.fail(sentence(error))
        }
    }
}

private fun initialize(keyMaterial: File, folder: File) {
    val configuration = XignSdkConfig.Builder(JvmPlatform())
        .addKeyMaterial(keyMaterial.readBytes())
        .setStorageLocation(folder)
        .showsAdditionalInformation()
        .build()
    XignSdk.initialize(configuration)
}
