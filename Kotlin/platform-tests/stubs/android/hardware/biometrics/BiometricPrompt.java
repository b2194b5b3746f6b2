package android.hardware.biometrics;

import android.content.Context;
import android.content.DialogInterface;
import android.os.CancellationSignal;
import java.security.Signature;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** Android's class with a user of the test in front of it. */
public final class BiometricPrompt {
    public static final int BIOMETRIC_ERROR_HW_UNAVAILABLE = 1;
    public static final int BIOMETRIC_ERROR_LOCKOUT = 7;
    public static final int BIOMETRIC_ERROR_USER_CANCELED = 10;
    public static final int BIOMETRIC_ERROR_NO_BIOMETRICS = 11;
    public static final int BIOMETRIC_ERROR_HW_NOT_PRESENT = 12;

    /** What the user does with each dialog. */
    public static volatile Consumer<BiometricPrompt> user;

    public final CharSequence title;
    public final CharSequence cancelText;
    public final DialogInterface.OnClickListener cancelListener;
    public CryptoObject crypto;
    public CancellationSignal cancellation;
    public AuthenticationCallback callback;

    private BiometricPrompt(Builder builder) {
        title = builder.title;
        cancelText = builder.cancelText;
        cancelListener = builder.cancelListener;
    }

    public void authenticate(
            CryptoObject crypto, CancellationSignal cancellation, Executor executor, AuthenticationCallback callback) {
        this.crypto = crypto;
        this.cancellation = cancellation;
        this.callback = callback;
        user.accept(this);
    }

    public static final class Builder {
        private CharSequence title;
        private CharSequence cancelText;
        private DialogInterface.OnClickListener cancelListener;

        public Builder(Context context) {}

        public Builder setTitle(CharSequence title) {
            this.title = title;
            return this;
        }

        public Builder setNegativeButton(
                CharSequence text, Executor executor, DialogInterface.OnClickListener listener) {
            cancelText = text;
            cancelListener = listener;
            return this;
        }

        public BiometricPrompt build() { return new BiometricPrompt(this); }
    }

    public static final class CryptoObject {
        private final Signature signature;

        public CryptoObject(Signature signature) { this.signature = signature; }

        public Signature getSignature() { return signature; }
    }

    /** A result without the object that was passed, as the system may give it. */
    public static class AuthenticationResult {
        public CryptoObject getCryptoObject() { return null; }
    }

    public abstract static class AuthenticationCallback {
        public void onAuthenticationError(int code, CharSequence text) {}

        public void onAuthenticationSucceeded(AuthenticationResult result) {}

        public void onAuthenticationFailed() {}
    }
}
