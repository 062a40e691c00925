package cn.sealflow.shell;

import android.os.Build;
import android.view.Window;
import android.view.WindowManager.LayoutParams;
import com.getcapacitor.Plugin;
import com.getcapacitor.PluginCall;
import com.getcapacitor.PluginMethod;
import com.getcapacitor.annotation.CapacitorPlugin;

/**
 * Keeps the app out of the app switcher's pictures, and out of any picture while a document asks for that. Below Android 13
 * both are one flag, which is held always: set as the app leaves, it comes after the pictures of many vendors' switchers.
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
            call.reject("on is missing", "invalid");
            return;
        }
        getActivity().runOnUiThread(() -> {
            secure(isWanted || !hasOwnCover());
            call.resolve();
        });
    }

    /** Android 13 leaves an app out of the switcher's pictures without keeping its person from taking any. */
    private static boolean hasOwnCover() {
        return Build.VERSION.SDK_INT >= Build.VERSION_CODES.TIRAMISU;
    }

    private void secure(boolean isOn) {
        Window window = getActivity().getWindow();
        if (isOn) window.addFlags(LayoutParams.FLAG_SECURE);
        else window.clearFlags(LayoutParams.FLAG_SECURE);
    }
}
