package android.security.keystore;

import java.security.spec.AlgorithmParameterSpec;

public final class KeyGenParameterSpec implements AlgorithmParameterSpec {

    public static final class Builder {

        public Builder(String alias, int purposes) {}

        public native Builder setUserAuthenticationRequired(boolean required);

        public native Builder setUserAuthenticationParameters(int seconds, int type);

        public native Builder setInvalidatedByBiometricEnrollment(boolean invalidated);

        public native Builder setIsStrongBoxBacked(boolean backed);

        public native KeyGenParameterSpec build();
    }
}
