package cn.sealflow.shell;

import android.content.Intent;
import com.getcapacitor.JSObject;
import com.getcapacitor.Plugin;
import com.getcapacitor.PluginCall;
import com.getcapacitor.PluginMethod;
import com.getcapacitor.annotation.CapacitorPlugin;
import org.json.JSONObject;

/** Notifications whose press opened the app through the push service. Their content arrives as extras of the intent. */
@CapacitorPlugin(name = "PressedNotes")
public class PressedNotesPlugin extends Plugin {

    private static final String[] KEYS = { "msgID", "sessionID", "type", "tid", "flowID", "taskID" };
    private static final int MAX_LENGTH = 200;

    private JSObject pressed;

    /** Handles the intent that started the app as well as later ones. */
    @Override
    protected void handleOnNewIntent(Intent intent) {
        JSObject note = new JSObject();
        for (String key : KEYS) {
            String value = textOf(intent, "sealflow." + key);
            if (value != null) note.put(key, value);
        }
        if (note.length() == 0) return;
        synchronized (this) {
            pressed = note;
        }
        notifyListeners("pressed", new JSObject());
    }

    @PluginMethod
    public void take(PluginCall call) {
        JSObject answer = new JSObject();
        synchronized (this) {
            answer.put("note", pressed == null ? JSONObject.NULL : pressed);
            pressed = null;
        }
        call.resolve(answer);
    }

    private static String textOf(Intent intent, String key) {
        try {
            String value = intent.getStringExtra(key);
            return value == null || value.length() > MAX_LENGTH ? null : value;
        } catch (RuntimeException hostile) {
            // Any app can start this one. Malformed extras are ignored.
            return null;
        }
    }
}
