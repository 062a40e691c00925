package cn.sealflow.shell;

import android.os.Build;
import android.view.Window;
import android.view.WindowManager.LayoutParams;
import com.getcapacitor.Plugin;
import com.getcapacitor.PluginCall;
import com.getcapacitor.PluginMethod;
import com.getcapacitor.annotation.CapacitorPlugin;

/**
 * Hides the app in the app switcher's snapshots, and blocks captures while a document requires it. Below Android 13
 * both are one flag, which is always set: many vendors take the snapshot before the flag could be set on leaving the
 * app.
 */
@CapacitorPlugin(name = "ScreenGuard")
public class ScreenGuardPlugin extends Plugin {

    @Override
    public void load() {
        if (hasOwnCover()) getActivity().setRecentsScreenshotEnabled(false);
        else secure(true);
    }

    @PluginMethod
    public void block(PluginCall call) {
        Boolean isWanted = call.getBoolean("on");
        if (isWanted == null) {
            call.reject("parameter on is missing", "invalid");
            return;
        }
        getActivity().runOnUiThread(() -> {
            secure(isWanted || !hasOwnCover());
            call.resolve();
        });
    }

    /** Android 13 can hide the app in the app switcher without blocking screenshots. */
    private static boolean hasOwnCover() {
        return Build.VERSION.SDK_INT >= Build.VERSION_CODES.TIRAMISU;
    }

    private void secure(boolean isOn) {
        Window window = getActivity().getWindow();
        if (isOn) window.addFlags(LayoutParams.FLAG_SECURE);
        else window.clearFlags(LayoutParams.FLAG_SECURE);
    }
}
