package com.getcapacitor;

import android.content.Context;
import android.content.Intent;
import android.content.res.Configuration;
import androidx.appcompat.app.AppCompatActivity;

/** A stub with the members that our plugins override and call. The real class requires all of AndroidX. */
public class Plugin {

    protected Bridge bridge;

    public void load() {}

    public native Context getContext();

    public native AppCompatActivity getActivity();

    public native Bridge getBridge();

    public native PluginConfig getConfig();

    protected native boolean hasListeners(String eventName);

    protected native void notifyListeners(String eventName, JSObject data);

    protected native void notifyListeners(String eventName, JSObject data, boolean retainUntilConsumed);

    protected void handleOnNewIntent(Intent intent) {}

    protected void handleOnConfigurationChanged(Configuration newConfig) {}

    protected void handleOnStart() {}

    protected void handleOnRestart() {}

    protected void handleOnResume() {}

    protected void handleOnPause() {}

    protected void handleOnStop() {}

    protected void handleOnDestroy() {}

    public native void execute(Runnable runnable);
}
