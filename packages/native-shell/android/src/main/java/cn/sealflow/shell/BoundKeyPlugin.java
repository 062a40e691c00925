package cn.sealflow.shell;

import android.util.Base64;
import androidx.biometric.BiometricManager;
import androidx.biometric.BiometricPrompt;
import androidx.core.content.ContextCompat;
import com.getcapacitor.JSObject;
import com.getcapacitor.Plugin;
import com.getcapacitor.PluginCall;
import com.getcapacitor.PluginMethod;
import com.getcapacitor.annotation.CapacitorPlugin;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.crypto.Mac;

/** A secret that the device releases only after biometric authentication. */
@CapacitorPlugin(name = "BoundKey")
public class BoundKeyPlugin extends Plugin {

    private static final String REFUSED = "refused";
    private static final String GONE = "gone";
    private static final String UNAVAILABLE = "unavailable";

    /**
     * Creating a key in a StrongBox takes seconds, and all plugins share one bridge thread, so the work runs on a
     * thread of its own.
     */
    private static final ExecutorService KEYSTORE = Executors.newSingleThreadExecutor();

    @PluginMethod
    public void create(PluginCall call) {
        KEYSTORE.execute(() -> createKey(call));
    }

    @PluginMethod
    public void derive(PluginCall call) {
        KEYSTORE.execute(() -> beginDerivation(call));
    }

    @PluginMethod
    public void remove(PluginCall call) {
        KEYSTORE.execute(() -> removeKey(call));
    }

    @PluginMethod
    public void forgetDatabaseKey(PluginCall call) {
        KEYSTORE.execute(() -> deleteDatabaseKey(call));
    }

    private void createKey(PluginCall call) {
        String id = call.getString("id");
        try {
            if (!BoundKeys.isId(id)) throw new GeneralSecurityException();
            BoundKeys.remove(id);
            BoundKeys.create(id);
            call.resolve();
        } catch (GeneralSecurityException | IOException | RuntimeException failure) {
            call.reject(UNAVAILABLE, UNAVAILABLE);
        }
    }

    private void beginDerivation(PluginCall call) {
        String id = call.getString("id");
        try {
            byte[] salt = Base64.decode(call.getString("salt", ""), Base64.DEFAULT);
            Mac mac = BoundKeys.isId(id) ? BoundKeys.begin(id) : null;
            if (mac == null) call.reject(GONE, GONE);
            else bridge.executeOnMainThread(() -> ask(call, mac, salt));
        } catch (GeneralSecurityException | IOException | RuntimeException failure) {
            call.reject(UNAVAILABLE, UNAVAILABLE);
        }
    }

    private void removeKey(PluginCall call) {
        String id = call.getString("id");
        try {
            if (BoundKeys.isId(id)) BoundKeys.remove(id);
            call.resolve();
        } catch (GeneralSecurityException | IOException | RuntimeException failure) {
            call.reject(UNAVAILABLE, UNAVAILABLE);
        }
    }

    private void deleteDatabaseKey(PluginCall call) {
        try {
            DatabaseKey.forget(getContext());
            call.resolve();
            bridge.executeOnMainThread(() -> getActivity().recreate());
        } catch (GeneralSecurityException | IOException | RuntimeException failure) {
            call.reject(UNAVAILABLE, UNAVAILABLE);
        }
    }

    private void ask(PluginCall call, Mac mac, byte[] salt) {
        // While another app is in front, no prompt would appear and no result would arrive.
        if (getActivity().getSupportFragmentManager().isStateSaved()) {
            call.reject(REFUSED, REFUSED);
            return;
        }
        BiometricPrompt.PromptInfo info = new BiometricPrompt.PromptInfo.Builder()
            .setTitle(call.getString("title", ""))
            .setNegativeButtonText(call.getString("cancel", ""))
            .setAllowedAuthenticators(BiometricManager.Authenticators.BIOMETRIC_STRONG)
            .setConfirmationRequired(false)
            .build();
        new BiometricPrompt(getActivity(), ContextCompat.getMainExecutor(getContext()), new Answer(call, salt)).authenticate(
            info,
            new BiometricPrompt.CryptoObject(mac)
        );
    }

    /** Result of the prompt. A single attempt that is not recognised does not end it. */
    private static final class Answer extends BiometricPrompt.AuthenticationCallback {

        private final PluginCall call;
        private final byte[] salt;

        Answer(PluginCall call, byte[] salt) {
            this.call = call;
            this.salt = salt;
        }

        @Override
        public void onAuthenticationSucceeded(BiometricPrompt.AuthenticationResult result) {
            BiometricPrompt.CryptoObject opened = result.getCryptoObject();
            Mac mac = opened == null ? null : opened.getMac();
            if (mac == null) {
                call.reject(UNAVAILABLE, UNAVAILABLE);
                return;
            }
            try {
                JSObject answer = new JSObject();
                answer.put("secret", Base64.encodeToString(mac.doFinal(salt), Base64.NO_WRAP));
                call.resolve(answer);
            } catch (RuntimeException failure) {
                call.reject(UNAVAILABLE, UNAVAILABLE);
            }
        }

        @Override
        public void onAuthenticationError(int code, CharSequence message) {
            boolean without =
                code == BiometricPrompt.ERROR_HW_NOT_PRESENT ||
                code == BiometricPrompt.ERROR_HW_UNAVAILABLE ||
                code == BiometricPrompt.ERROR_NO_BIOMETRICS ||
                code == BiometricPrompt.ERROR_SECURITY_UPDATE_REQUIRED;
            String reason = without ? UNAVAILABLE : REFUSED;
            call.reject(reason, reason);
        }
    }
}
