package cn.sealflow.shell;

import android.content.Context;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;

/** Storage of the database plugin's passphrase. If the Keystore has lost its key, the plugin fails permanently. */
final class DatabaseKey {

    private static final String PREFERENCES = "sqlite_encrypted_shared_prefs";
    private static final String MASTER = "_androidx_security_master_key_";

    private DatabaseKey() {}

    /** Deletes passphrase and key, so that both are created again at the next start of the app. */
    static void forget(Context context) throws GeneralSecurityException, IOException {
        context.getSharedPreferences(PREFERENCES, Context.MODE_PRIVATE).edit().clear().commit();
        KeyStore store = KeyStore.getInstance("AndroidKeyStore");
        store.load(null);
        store.deleteEntry(MASTER);
    }
}
