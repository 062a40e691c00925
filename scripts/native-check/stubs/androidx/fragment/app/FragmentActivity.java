package androidx.fragment.app;

import android.app.Activity;
import androidx.savedstate.SavedStateRegistry;

public class FragmentActivity extends Activity {

    public native FragmentManager getSupportFragmentManager();

    public final native SavedStateRegistry getSavedStateRegistry();
}
