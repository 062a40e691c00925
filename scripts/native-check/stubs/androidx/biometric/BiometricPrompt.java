package androidx.biometric;

import androidx.fragment.app.FragmentActivity;
import java.util.concurrent.Executor;
import javax.crypto.Mac;

public class BiometricPrompt {

    public static final int ERROR_HW_UNAVAILABLE = 1;
    public static final int ERROR_NO_BIOMETRICS = 11;
    public static final int ERROR_HW_NOT_PRESENT = 12;
    public static final int ERROR_SECURITY_UPDATE_REQUIRED = 15;

    public BiometricPrompt(FragmentActivity activity, Executor executor, AuthenticationCallback callback) {}

    public native void authenticate(PromptInfo info, CryptoObject crypto);

    public static class CryptoObject {

        public CryptoObject(Mac mac) {}

        public native Mac getMac();
    }

    public static class AuthenticationResult {

        public native CryptoObject getCryptoObject();
    }

    public abstract static class AuthenticationCallback {

        public void onAuthenticationError(int code, CharSequence message) {}

        public void onAuthenticationSucceeded(AuthenticationResult result) {}
    }

    public static class PromptInfo {

        public static class Builder {

            public native Builder setTitle(CharSequence title);

            public native Builder setNegativeButtonText(CharSequence text);

            public native Builder setAllowedAuthenticators(int authenticators);

            public native Builder setConfirmationRequired(boolean required);

            public native PromptInfo build();
        }
    }
}
