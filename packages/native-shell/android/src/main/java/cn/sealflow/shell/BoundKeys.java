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

/** Keys of the Keystore that work only right after the person has shown themselves, and never leave it. */
final class BoundKeys {

    private static final String STORE = "AndroidKeyStore";
    private static final String PREFIX = "cn.sealflow.bound.";
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    private BoundKeys() {}

    static boolean isId(String id) {
        return id != null && ID.matcher(id).matches();
    }

    /** @throws GeneralSecurityException where the device has no biometrics that count as strong, or nobody enrolled any. */
    static void create(String id) throws GeneralSecurityException {
        if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.P) {
            try {
                generate(spec(id).setIsStrongBoxBacked(true));
                return;
            } catch (ProviderException refused) {
                // Many a StrongBox refuses HMAC keys that need authentication by this plain exception, and one that is
                // absent by a subclass of it. The trusted execution environment generates the key then.
            }
        }
        generate(spec(id));
    }

    /** Null where there is no such key, or where other biometrics were enrolled since. */
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
        // Before Android 11 a key that is asked for at each use knows biometrics alone.
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
