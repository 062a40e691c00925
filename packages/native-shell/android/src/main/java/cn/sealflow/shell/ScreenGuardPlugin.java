package cn.sealflow.shell;

import android.os.Build;
import android.view.Window;
import android.view.WindowManager.LayoutParams;
import com.getcapacitor.Plugin;
import com.getcapacitor.PluginCall;
import com.getcapacitor.PluginMethod;
import com.getcapacitor.annotation.CapacitorPlugin;

/** Keeps the app out of the app switcher's pictures, and out of any picture while a document asks for that. */
@CapacitorPlugin(name = "ScreenGuard")
public class ScreenGuardPlugin extends Plugin {

    private boolean isBlocked = false;

    @Override
    public void load() {
        if (hasOwnCover()) getActivity().setRecentsScreenshotEnabled(false);
    }

    @PluginMethod
    public void block(PluginCall call) {
        Boolean isWanted = call.getBoolean("on");
        if (isWanted == null) {
            call.reject("on is missing", "invalid");
            return;
        }
        getActivity().runOnUiThread(() -> {
            isBlocked = isWanted;
            secure(isBlocked);
            call.resolve();
        });
    }

    @Override
    protected void handleOnPause() {
        super.handleOnPause();
        // The system takes its picture after this.
        if (!hasOwnCover()) secure(true);
    }

    @Override
    protected void handleOnResume() {
        super.handleOnResume();
        secure(isBlocked);
    }

    /** Android 13 leaves an app out of the switcher's pictures without keeping its person from taking any. */
    private static boolean hasOwnCover() {
        return Build.VERSION.SDK_INT >= 33;
    }

    private void secure(boolean isOn) {
        Window window = getActivity().getWindow();
        if (isOn) window.addFlags(LayoutParams.FLAG_SECURE);
        else window.clearFlags(LayoutParams.FLAG_SECURE);
    }
}
