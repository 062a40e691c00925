package cn.sealflow.shell;

import android.content.Intent;
import android.net.Uri;
import android.os.Bundle;
import android.text.format.DateFormat;
import android.util.Base64;
import androidx.savedstate.SavedStateRegistry;
import com.getcapacitor.JSArray;
import com.getcapacitor.JSObject;
import com.getcapacitor.Plugin;
import com.getcapacitor.PluginCall;
import com.getcapacitor.PluginMethod;
import com.getcapacitor.annotation.CapacitorPlugin;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Files opened with the app or shared into it. Names and addresses are in no log. */
@CapacitorPlugin(name = "IncomingFiles")
public class IncomingFilesPlugin extends Plugin {

    private static final int MAX_FILES = 20;
    private static final int MAX_READ = 4 * 1024 * 1024;
    private static final String TAKEN = "cn.sealflow.shell.taken";

    /** One copy after the other, whichever screen began them: a new one may be there before the last of the old is done. */
    private static final ExecutorService WORK = Executors.newSingleThreadExecutor();
    private static final List<String> PROBLEMS = new ArrayList<>();
    private static volatile IncomingFilesPlugin shown;

    private Inbox inbox;
    private boolean isRestored;

    @Override
    public void load() {
        inbox = new Inbox(new File(getContext().getNoBackupFilesDir(), "incoming"));
        shown = this;
        SavedStateRegistry states = getActivity().getSavedStateRegistry();
        isRestored = states.consumeRestoredStateForKey(TAKEN) != null;
        states.registerSavedStateProvider(TAKEN, () -> {
            Bundle mark = new Bundle();
            mark.putBoolean(TAKEN, true);
            return mark;
        });
        WORK.execute(() -> inbox.sweep(System.currentTimeMillis()));
    }

    @Override
    protected void handleOnDestroy() {
        if (shown == this) shown = null;
    }

    /** Told of the intent that started the app as well as of later ones. */
    @Override
    protected void handleOnNewIntent(Intent intent) {
        // A screen that is there again, after a turn or a kill, is given the intent of its first start once more.
        if (isRestored && intent == getActivity().getIntent()) return;
        List<Uri> addresses = IncomingIntent.offered(intent);
        if (addresses == null) return;
        String text = addresses.isEmpty() ? IncomingIntent.text(intent) : null;
        String subject = text == null ? "" : IncomingIntent.subject(intent);
        WORK.execute(() -> take(addresses, text, subject));
    }

    @PluginMethod
    public void pending(PluginCall call) {
        JSArray files = new JSArray();
        for (Inbox.Item item : inbox.items()) {
            JSObject file = new JSObject();
            file.put("id", item.id());
            file.put("name", item.name());
            file.put("size", item.size());
            files.put(file);
        }
        JSArray problems = new JSArray();
        synchronized (PROBLEMS) {
            for (String problem : PROBLEMS) problems.put(problem);
            PROBLEMS.clear();
        }
        JSObject answer = new JSObject();
        answer.put("files", files);
        answer.put("problems", problems);
        call.resolve(answer);
    }

    @PluginMethod
    public void read(PluginCall call) {
        // Capacitor's own getLong knows no number that fits into an int.
        long offset = call.getData().optLong("offset", -1);
        int length = call.getData().optInt("length", -1);
        if (offset < 0 || length < 0 || length > MAX_READ) {
            call.reject("out of range", "range");
            return;
        }
        try {
            byte[] bytes = inbox.read(call.getString("id"), offset, length);
            if (bytes == null) {
                call.reject("no such file", "gone");
                return;
            }
            JSObject answer = new JSObject();
            answer.put("data", Base64.encodeToString(bytes, Base64.NO_WRAP));
            call.resolve(answer);
        } catch (IOException failure) {
            call.reject("not read", "gone");
        }
    }

    @PluginMethod
    public void release(PluginCall call) {
        inbox.discard(call.getString("id"));
        call.resolve();
    }

    private void takeText(String text, String subject, List<String> copied, List<String> problems) {
        String name = SafeName.of((subject.trim().isEmpty() ? DateFormat.format("yyyy-MM-dd HH-mm", new Date()) : subject) + ".txt");
        try {
            copied.add(inbox.copy(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), name));
        } catch (IncomingProblem problem) {
            problems.add(problem.code);
        } catch (RuntimeException hostile) {
            problems.add(IncomingProblem.UNREADABLE);
        }
    }

    /** All of one offer are shown together, so that the page sees one file or several, not one and then more. */
    private void take(List<Uri> addresses, String text, String subject) {
        List<String> copied = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        int room = Math.min(MAX_FILES, Inbox.MAX_ITEMS - inbox.items().size());
        if (addresses.isEmpty() && text == null) problems.add(IncomingProblem.UNREADABLE);
        if (addresses.size() > room) problems.add(IncomingProblem.TOO_MANY);
        for (Uri address : addresses.subList(0, Math.max(0, Math.min(room, addresses.size())))) {
            try {
                copied.add(new ForeignFile(getContext(), address).copyTo(inbox));
            } catch (IncomingProblem problem) {
                problems.add(problem.code);
            } catch (RuntimeException hostile) {
                // A provider is another app: whatever it throws ends its file, never ours.
                problems.add(IncomingProblem.UNREADABLE);
            }
        }
        if (text != null) takeText(text, subject, copied, problems);
        for (String id : copied) inbox.publish(id);
        synchronized (PROBLEMS) {
            PROBLEMS.addAll(problems);
        }
        IncomingFilesPlugin page = shown;
        if (page != null) page.notifyListeners("arrived", new JSObject());
    }
}
