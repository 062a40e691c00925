package cn.sealflow.shell;

import android.os.Build;
import android.security.keystore.KeyGenParameterSpec;
import android.security.keystore.KeyPermanentlyInvalidatedException;
import android.security.keystore.KeyProperties;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.ProviderException;
import java.security.UnrecoverableKeyException;
import java.util.regex.Pattern;
import javax.crypto.KeyGenerator;
import javax.crypto.Mac;

/** Keystore keys that require biometric authentication for each use and never leave the Keystore. */
final class BoundKeys {

    private static final String STORE = "AndroidKeyStore";
    private static final String PREFIX = "cn.sealflow.bound.";
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    private BoundKeys() {}

    static boolean isId(String id) {
        return id != null && ID.matcher(id).matches();
    }

    /** @throws GeneralSecurityException if the device has no strong biometrics, or none are enrolled. */
    static void create(String id) throws GeneralSecurityException {
        if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.P) {
            try {
                generate(spec(id).setIsStrongBoxBacked(true));
                return;
            } catch (ProviderException refused) {
                // Many StrongBox implementations reject HMAC keys with authentication by this exception, and a missing
                // StrongBox throws a subclass of it. In both cases the trusted execution environment generates the key.
            }
        }
        generate(spec(id));
    }

    /** Null if there is no such key, or if the enrolled biometrics have changed since. */
    static Mac begin(String id) throws GeneralSecurityException, IOException {
        try {
            Key key = store().getKey(PREFIX + id, null);
            if (key == null) return null;
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(key);
            return mac;
        } catch (KeyPermanentlyInvalidatedException | UnrecoverableKeyException gone) {
            remove(id);
            return null;
        }
    }

    static void remove(String id) throws GeneralSecurityException, IOException {
        store().deleteEntry(PREFIX + id);
    }

    private static KeyStore store() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance(STORE);
        store.load(null);
        return store;
    }

    private static KeyGenParameterSpec.Builder spec(String id) {
        KeyGenParameterSpec.Builder spec = new KeyGenParameterSpec.Builder(PREFIX + id, KeyProperties.PURPOSE_SIGN)
            .setUserAuthenticationRequired(true)
            .setInvalidatedByBiometricEnrollment(true);
        // Before Android 11, keys with authentication per use accept biometrics only.
        if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.R) {
            spec.setUserAuthenticationParameters(0, KeyProperties.AUTH_BIOMETRIC_STRONG);
        }
        return spec;
    }

    private static void generate(KeyGenParameterSpec.Builder spec) throws GeneralSecurityException {
        KeyGenerator generator = KeyGenerator.getInstance(KeyProperties.KEY_ALGORITHM_HMAC_SHA256, STORE);
        generator.init(spec.build());
        generator.generateKey();
    }
}
