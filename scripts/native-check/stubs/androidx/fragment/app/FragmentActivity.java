package androidx.fragment.app;

import androidx.activity.ComponentActivity;
import androidx.savedstate.SavedStateRegistry;

public class FragmentActivity extends ComponentActivity {

    public native FragmentManager getSupportFragmentManager();

    public final native SavedStateRegistry getSavedStateRegistry();
}
