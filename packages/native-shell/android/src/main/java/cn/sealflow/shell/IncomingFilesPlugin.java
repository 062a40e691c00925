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
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Files opened with the app or shared into it. Names and addresses are never logged. */
@CapacitorPlugin(name = "IncomingFiles")
public class IncomingFilesPlugin extends Plugin {

    private static final int MAX_FILES = 20;
    private static final int MAX_READ = 4 * 1024 * 1024;
    private static final String TAKEN = "cn.sealflow.shell.taken";

    private static final int MAX_OFFERS = 4;
    /** Threads for the offers, and as many again for those blocked in a provider that never returns. */
    private static final int MAX_COPIES = 2 * MAX_OFFERS;
    private static final long IDLE_LIMIT_MS = TimeUnit.SECONDS.toMillis(30);
    private static final long TOTAL_LIMIT_MS = TimeUnit.MINUTES.toMillis(30);
    private static final long THREAD_LIFE_S = 30;

    /** Each offer has its own thread, so that a hanging provider delays no other offer. */
    private static final ExecutorService OFFERS = offers();
    private static final StallGuard COPIES = new StallGuard(
        new ThreadPoolExecutor(0, MAX_COPIES, THREAD_LIFE_S, TimeUnit.SECONDS, new SynchronousQueue<>()),
        IDLE_LIMIT_MS,
        TOTAL_LIMIT_MS
    );
    private static final List<String> PROBLEMS = new ArrayList<>();
    private static volatile IncomingFilesPlugin shown;

    /** Static, because a recreated activity may start before the last copy of the previous one is complete. */
    private static Inbox inbox;
    /** Number of files of running offers, which the inbox does not list yet. */
    private static int reserved;

    private boolean isRestored;

    private static ExecutorService offers() {
        ThreadPoolExecutor threads = new ThreadPoolExecutor(
            MAX_OFFERS,
            MAX_OFFERS,
            THREAD_LIFE_S,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>()
        );
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }

    /** Opens the inbox once. Incomplete copies of a killed process are deleted now: later ones are in progress. */
    private static synchronized Inbox inboxIn(File folder) {
        if (inbox == null) {
            inbox = new Inbox(folder);
            inbox.sweep(System.currentTimeMillis());
        }
        return inbox;
    }

    private Inbox inbox() {
        return inboxIn(new File(getContext().getNoBackupFilesDir(), "incoming"));
    }

    @Override
    public void load() {
        shown = this;
        SavedStateRegistry states = getActivity().getSavedStateRegistry();
        isRestored = states.consumeRestoredStateForKey(TAKEN) != null;
        states.registerSavedStateProvider(TAKEN, () -> {
            Bundle mark = new Bundle();
            mark.putBoolean(TAKEN, true);
            return mark;
        });
        OFFERS.execute(this::inbox);
    }

    @Override
    protected void handleOnDestroy() {
        if (shown == this) shown = null;
    }

    /** Handles the intent that started the app as well as later ones. */
    @Override
    protected void handleOnNewIntent(Intent intent) {
        // A recreated activity, after a rotation or a kill, receives the intent of its first start again.
        if (isRestored && intent == getActivity().getIntent()) return;
        List<Uri> addresses = IncomingIntent.offered(intent);
        if (addresses == null) return;
        String text = addresses.isEmpty() ? IncomingIntent.text(intent) : null;
        String subject = text == null ? "" : IncomingIntent.subject(intent);
        OFFERS.execute(() -> take(addresses, text, subject));
    }

    @PluginMethod
    public void pending(PluginCall call) {
        JSArray files = new JSArray();
        for (Inbox.Item item : inbox().items()) {
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
        // Capacitor's own getLong does not return numbers that fit into an int.
        long offset = call.getData().optLong("offset", -1);
        int length = call.getData().optInt("length", -1);
        if (offset < 0 || length < 0 || length > MAX_READ) {
            call.reject("out of range", "range");
            return;
        }
        try {
            byte[] bytes = inbox().read(call.getString("id"), offset, length);
            if (bytes == null) {
                call.reject("no such file", "gone");
                return;
            }
            JSObject answer = new JSObject();
            answer.put("data", Base64.encodeToString(bytes, Base64.NO_WRAP));
            call.resolve(answer);
        } catch (IOException failure) {
            call.reject("file read failed", "gone");
        }
    }

    @PluginMethod
    public void release(PluginCall call) {
        inbox().discard(call.getString("id"));
        call.resolve();
    }

    private void takeText(String text, String subject, List<String> copied, List<String> problems) {
        String name = SafeName.of((subject.trim().isEmpty() ? DateFormat.format("yyyy-MM-dd HH-mm", new Date()) : subject) + ".txt");
        try {
            copied.add(inbox().copy(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), name));
        } catch (IncomingProblem problem) {
            problems.add(problem.code);
        } catch (RuntimeException hostile) {
            problems.add(IncomingProblem.UNREADABLE);
        }
    }

    /**
     * Reserves space in the inbox. @return the number of files that it accepts; a negative `files` releases a
     * reservation.
     */
    private static synchronized int reserve(Inbox inbox, int files) {
        int room = Math.min(MAX_FILES, Inbox.MAX_ITEMS - inbox.items().size() - reserved);
        int granted = files < 0 ? files : Math.max(0, Math.min(room, files));
        reserved += granted;
        return granted;
    }

    private void takeFiles(List<Uri> addresses, List<String> copied, List<String> problems) {
        Set<String> stalled = new HashSet<>();
        for (Uri address : addresses) {
            try {
                // A provider that hung once is not tried again within the same offer.
                if (stalled.contains(address.getAuthority())) throw new IncomingProblem(IncomingProblem.STALLED);
                copied.add(COPIES.run(new ForeignFile(getContext(), inbox(), address)));
            } catch (IncomingProblem problem) {
                if (IncomingProblem.STALLED.equals(problem.code)) stalled.add(address.getAuthority());
                problems.add(problem.code);
            } catch (RuntimeException hostile) {
                // A provider is code of another app: an exception from it fails its file, not this app.
                problems.add(IncomingProblem.UNREADABLE);
            }
        }
    }

    /** Publishes all files of an offer together, so that the page sees all of them at once. */
    private void take(List<Uri> addresses, String text, String subject) {
        List<String> copied = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        int taken = reserve(inbox(), addresses.size());
        try {
            if (addresses.isEmpty() && text == null) problems.add(IncomingProblem.UNREADABLE);
            if (addresses.size() > taken) problems.add(IncomingProblem.TOO_MANY);
            takeFiles(addresses.subList(0, taken), copied, problems);
            if (text != null) takeText(text, subject, copied, problems);
            for (String id : copied) inbox().publish(id);
        } finally {
            reserve(inbox(), -taken);
        }
        synchronized (PROBLEMS) {
            PROBLEMS.addAll(problems);
        }
        IncomingFilesPlugin page = shown;
        if (page != null) page.notifyListeners("arrived", new JSObject());
    }
}
