package cn.sealflow.shell;

import android.content.Context;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;

/** What the database's plugin keeps its passphrase in: once the Keystore has lost the key of that, the plugin ends for good. */
final class DatabaseKey {

    private static final String PREFERENCES = "sqlite_encrypted_shared_prefs";
    private static final String MASTER = "_androidx_security_master_key_";

    private DatabaseKey() {}

    /** Takes passphrase and key away, so that both are made anew at the next start of the shell. */
    static void forget(Context context) throws GeneralSecurityException, IOException {
        context.getSharedPreferences(PREFERENCES, Context.MODE_PRIVATE).edit().clear().commit();
        KeyStore store = KeyStore.getInstance("AndroidKeyStore");
        store.load(null);
        store.deleteEntry(MASTER);
    }
}
