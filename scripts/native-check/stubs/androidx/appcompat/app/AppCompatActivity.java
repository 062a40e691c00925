package androidx.appcompat.app;

import androidx.fragment.app.FragmentActivity;

public class AppCompatActivity extends FragmentActivity {

    /** A method of Activity since API 33. */
    public native void setRecentsScreenshotEnabled(boolean enabled);
}
