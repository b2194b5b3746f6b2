package org.xign.protocol.crypto

import javax.crypto.AEADBadTagException
import javax.crypto.Cipher
import javax.crypto.spec.GCMParameterSpec
import javax.crypto.spec.SecretKeySpec

/** AES-256-GCM with a tag of 128 bits behind the ciphertext. */
internal object AesGcm {
    const val NONCE_LENGTH = 12
    private const val TAG_LENGTH = 16

    fun seal(key: ByteArray, nonce: ByteArray, plaintext: ByteArray): ByteArray =
        run(Cipher.ENCRYPT_MODE, key, nonce, plaintext)

    /** @throws java.security.GeneralSecurityException for a wrong tag. */
    fun open(key: ByteArray, nonce: ByteArray, ciphertext: ByteArray): ByteArray {
        // Java throws another exception for a text that is shorter than a tag.
        if (ciphertext.size < TAG_LENGTH) throw AEADBadTagException()
        return run(Cipher.DECRYPT_MODE, key, nonce, ciphertext)
    }

    private fun run(mode: Int, key: ByteArray, nonce: ByteArray, text: ByteArray): ByteArray {
        val cipher = Cipher.getInstance("AES/GCM/NoPadding")
        cipher.init(mode, SecretKeySpec(key, "AES"), GCMParameterSpec(8 * TAG_LENGTH, nonce))
        return cipher.doFinal(text)
    }
}
