package android.security.keystore;

import java.security.spec.AlgorithmParameterSpec;

/** Android's class with the values that tests look at, in place of the stub without a body. */
public final class KeyGenParameterSpec implements AlgorithmParameterSpec {
    private final Builder builder;

    private KeyGenParameterSpec(Builder builder) { this.builder = builder; }

    public String getKeystoreAlias() { return builder.alias; }

    public byte[] getAttestationChallenge() { return builder.challenge; }

    public boolean isStrongBoxBacked() { return builder.isStrongBoxBacked; }

    public boolean isUnlockedDeviceRequired() { return builder.isUnlockedDeviceRequired; }

    public boolean isUserAuthenticationRequired() { return builder.isUserAuthenticationRequired; }

    public boolean isInvalidatedByBiometricEnrollment() { return builder.isInvalidated; }

    public static final class Builder {
        private final String alias;
        private byte[] challenge;
        private boolean isStrongBoxBacked;
        private boolean isUnlockedDeviceRequired;
        private boolean isUserAuthenticationRequired;
        private boolean isInvalidated;

        public Builder(String alias, int purposes) { this.alias = alias; }

        public Builder setAlgorithmParameterSpec(AlgorithmParameterSpec spec) { return this; }

        public Builder setDigests(String... digests) { return this; }

        public Builder setAttestationChallenge(byte[] challenge) {
            this.challenge = challenge;
            return this;
        }

        public Builder setIsStrongBoxBacked(boolean value) {
            isStrongBoxBacked = value;
            return this;
        }

        public Builder setUnlockedDeviceRequired(boolean value) {
            isUnlockedDeviceRequired = value;
            return this;
        }

        public Builder setUserAuthenticationRequired(boolean value) {
            isUserAuthenticationRequired = value;
            return this;
        }

        public Builder setUserAuthenticationParameters(int seconds, int type) { return this; }

        public Builder setInvalidatedByBiometricEnrollment(boolean value) {
            isInvalidated = value;
            return this;
        }

        public KeyGenParameterSpec build() { return new KeyGenParameterSpec(this); }
    }
}
