package com.getcapacitor;

import android.content.Context;
import android.content.Intent;
import android.content.res.Configuration;
import androidx.appcompat.app.AppCompatActivity;

/** What a plugin of ours overrides and calls: the real one needs all of AndroidX, since a superclass is compiled as well. */
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
