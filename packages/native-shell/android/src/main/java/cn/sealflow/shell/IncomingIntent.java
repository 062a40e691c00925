package cn.sealflow.shell;

import android.content.ClipData;
import android.content.Intent;
import android.net.Uri;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Content of another app's intent: addresses of files, a text, or nothing for this app. */
final class IncomingIntent {

    /** Longer texts are shared as files. */
    private static final int MAX_TEXT = 1024 * 1024;

    private IncomingIntent() {}

    /** A shared text, such as a link; null if files are shared. */
    static String text(Intent intent) {
        try {
            if (!Intent.ACTION_SEND.equals(intent.getAction()) || intent.hasExtra(Intent.EXTRA_STREAM)) return null;
            CharSequence given = intent.getCharSequenceExtra(Intent.EXTRA_TEXT);
            return given == null || given.length() == 0 || given.length() > MAX_TEXT ? null : given.toString();
        } catch (RuntimeException broken) {
            return null;
        }
    }

    /** The title of the text; empty if there is none. */
    static String subject(Intent intent) {
        try {
            CharSequence given = intent.getCharSequenceExtra(Intent.EXTRA_SUBJECT);
            return given == null ? "" : given.toString();
        } catch (RuntimeException broken) {
            return "";
        }
    }

    /** Addresses of the offered files. Empty if the intent offers files but names none; null if it offers none. */
    static List<Uri> offered(Intent intent) {
        String action = intent == null ? null : intent.getAction();
        // An intent from the list of recent apps was already handled.
        if (action == null || (intent.getFlags() & Intent.FLAG_ACTIVITY_LAUNCHED_FROM_HISTORY) != 0) return null;
        try {
            return switch (action) {
                case Intent.ACTION_VIEW -> viewed(intent.getData());
                case Intent.ACTION_SEND, Intent.ACTION_SEND_MULTIPLE -> sent(intent);
                default -> null;
            };
        } catch (RuntimeException broken) {
            // Extras that cannot be unparcelled throw arbitrary exceptions.
            return new ArrayList<>();
        }
    }

    private static List<Uri> viewed(Uri address) {
        String scheme = address == null ? null : address.getScheme();
        // Links belong to other apps; only files are accepted.
        if (!"content".equals(scheme) && !"file".equals(scheme)) return null;
        return new ArrayList<>(List.of(address));
    }

    private static List<Uri> sent(Intent intent) {
        Set<Uri> found = new LinkedHashSet<>();
        Object stream = intent.getExtras() == null ? null : intent.getExtras().get(Intent.EXTRA_STREAM);
        if (stream instanceof Uri address) found.add(address);
        if (stream instanceof List<?> many) {
            for (Object one : many) if (one instanceof Uri address) found.add(address);
        }
        ClipData clip = intent.getClipData();
        for (int index = 0; clip != null && index < clip.getItemCount(); index += 1) {
            Uri address = clip.getItemAt(index).getUri();
            if (address != null) found.add(address);
        }
        return new ArrayList<>(found);
    }
}
