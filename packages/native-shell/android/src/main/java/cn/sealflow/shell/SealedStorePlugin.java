package cn.sealflow.shell;

import android.content.Context;
import com.getcapacitor.Plugin;
import com.getcapacitor.PluginCall;
import com.getcapacitor.PluginMethod;
import com.getcapacitor.annotation.CapacitorPlugin;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;

/** The store in which the database plugin keeps its key. */
@CapacitorPlugin(name = "SealedStore")
public class SealedStorePlugin extends Plugin {

    private static final String STORE = "sqlite_encrypted_shared_prefs";
    private static final String MASTER_KEY = "_androidx_security_master_key_";

    /**
     * Empties a store that no key opens any more, and starts the screen anew: the plugin opens it at its own start and never
     * again. What it held is lost already.
     */
    @PluginMethod
    public void reset(PluginCall call) {
        try {
            getContext().getSharedPreferences(STORE, Context.MODE_PRIVATE).edit().clear().commit();
            KeyStore keys = KeyStore.getInstance("AndroidKeyStore");
            keys.load(null);
            keys.deleteEntry(MASTER_KEY);
            call.resolve();
            bridge.executeOnMainThread(() -> getActivity().recreate());
        } catch (GeneralSecurityException | IOException | RuntimeException failure) {
            call.reject("not reset", "refused");
        }
    }
}
