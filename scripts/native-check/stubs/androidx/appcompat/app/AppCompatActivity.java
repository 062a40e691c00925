package androidx.appcompat.app;

import androidx.fragment.app.FragmentActivity;

public class AppCompatActivity extends FragmentActivity {

    /** Of Activity, from API 33. */
    public native void setRecentsScreenshotEnabled(boolean enabled);
}
