package cn.sealflow.shell;

import android.content.ActivityNotFoundException;
import android.content.Intent;
import android.net.Uri;
import android.provider.Settings;
import com.getcapacitor.Plugin;
import com.getcapacitor.PluginCall;
import com.getcapacitor.PluginMethod;
import com.getcapacitor.annotation.CapacitorPlugin;

/** Opens the system's settings page of this app: after a permanent refusal a permission can only be granted there. */
@CapacitorPlugin(name = "AppSettings")
public class AppSettingsPlugin extends Plugin {

    @PluginMethod
    public void open(PluginCall call) {
        Uri ours = Uri.fromParts("package", getContext().getPackageName(), null);
        try {
            getActivity().startActivity(new Intent(Settings.ACTION_APPLICATION_DETAILS_SETTINGS, ours));
            call.resolve();
        } catch (ActivityNotFoundException missing) {
            call.reject("settings page not available", "unavailable");
        }
    }
}
