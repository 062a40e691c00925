package androidx.savedstate;

import android.os.Bundle;

public final class SavedStateRegistry {

    public interface SavedStateProvider {
        Bundle saveState();
    }

    public native Bundle consumeRestoredStateForKey(String key);

    public native void registerSavedStateProvider(String key, SavedStateProvider provider);
}
