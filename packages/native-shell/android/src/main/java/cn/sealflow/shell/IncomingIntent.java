package cn.sealflow.shell;

import android.content.ClipData;
import android.content.Intent;
import android.net.Uri;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What an intent of another app gives: addresses of files, a text, or nothing that is meant for us. */
final class IncomingIntent {

    /** Longer ones come as files. */
    private static final int MAX_TEXT = 1024 * 1024;

    private IncomingIntent() {}

    /** What is shared as words, such as a link; null where files are. */
    static String text(Intent intent) {
        try {
            if (!Intent.ACTION_SEND.equals(intent.getAction()) || intent.hasExtra(Intent.EXTRA_STREAM)) return null;
            CharSequence given = intent.getCharSequenceExtra(Intent.EXTRA_TEXT);
            return given == null || given.length() == 0 || given.length() > MAX_TEXT ? null : given.toString();
        } catch (RuntimeException broken) {
            return null;
        }
    }

    /** What the words are called; empty where nobody says. */
    static String subject(Intent intent) {
        try {
            CharSequence given = intent.getCharSequenceExtra(Intent.EXTRA_SUBJECT);
            return given == null ? "" : given.toString();
        } catch (RuntimeException broken) {
            return "";
        }
    }

    /** Empty where it offers files but names none, null where it is no offer at all. */
    static List<Uri> offered(Intent intent) {
        String action = intent == null ? null : intent.getAction();
        // From the list of recent apps comes what was taken long ago.
        if (action == null || (intent.getFlags() & Intent.FLAG_ACTIVITY_LAUNCHED_FROM_HISTORY) != 0) return null;
        try {
            return switch (action) {
                case Intent.ACTION_VIEW -> viewed(intent.getData());
                case Intent.ACTION_SEND, Intent.ACTION_SEND_MULTIPLE -> sent(intent);
                default -> null;
            };
        } catch (RuntimeException broken) {
            // Extras that cannot be unpacked throw whatever their sender likes.
            return new ArrayList<>();
        }
    }

    private static List<Uri> viewed(Uri address) {
        String scheme = address == null ? null : address.getScheme();
        // A link is opened by whom it belongs to; only files are ours.
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
