package cn.sealflow.shell;

import android.content.ContentResolver;
import android.content.Context;
import android.content.pm.ProviderInfo;
import android.content.res.AssetFileDescriptor;
import android.database.Cursor;
import android.net.Uri;
import android.os.CancellationSignal;
import android.os.ParcelFileDescriptor;
import android.provider.OpenableColumns;
import android.system.ErrnoException;
import android.system.Os;
import android.webkit.MimeTypeMap;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;

/** A file of another app. It is read through its provider only, and files of this app are rejected. */
final class ForeignFile implements StallGuard.Work<String> {

    private final Context context;
    private final Inbox inbox;
    private final Uri address;

    ForeignFile(Context context, Inbox inbox, Uri address) throws IncomingProblem {
        this.context = context;
        this.inbox = inbox;
        this.address = address;
        if (!"content".equals(address.getScheme()) || isOurs(address.getAuthority())) {
            throw new IncomingProblem(IncomingProblem.UNREADABLE);
        }
    }

    /** Copies the file into the inbox under a safe name. @return the id of the copy. */
    @Override
    public String run(StallGuard.Progress progress) throws IncomingProblem {
        CancellationSignal signal = new CancellationSignal();
        progress.onAbandon(signal::cancel);
        String given = null;
        try (Cursor cursor = described(signal)) {
            if (cursor != null && cursor.moveToFirst()) {
                given = textAt(cursor, OpenableColumns.DISPLAY_NAME);
                if (sizeAt(cursor) > Inbox.MAX_SIZE) throw new IncomingProblem(IncomingProblem.TOO_LARGE);
            }
        }
        String name = SafeName.of(given == null ? address.getLastPathSegment() : given);
        try (AssetFileDescriptor opened = context.getContentResolver().openAssetFileDescriptor(address, "r", signal)) {
            if (opened == null || leadsHome(opened.getParcelFileDescriptor())) {
                throw new IncomingProblem(IncomingProblem.UNREADABLE);
            }
            try (InputStream stream = opened.createInputStream()) {
                progress.made();
                return inbox.copy(stream, SafeName.withEnding(name, ending()), progress::made);
            }
        } catch (IOException | RuntimeException failure) {
            throw new IncomingProblem(IncomingProblem.UNREADABLE);
        }
    }

    @Override
    public void discard(String late) {
        inbox.discard(late);
    }

    private Cursor described(CancellationSignal signal) {
        String[] columns = { OpenableColumns.DISPLAY_NAME, OpenableColumns.SIZE };
        try {
            return context.getContentResolver().query(address, columns, null, null, null, signal);
        } catch (RuntimeException refused) {
            // Some providers open a file but return no metadata.
            return null;
        }
    }

    private static String textAt(Cursor cursor, String column) {
        int index = cursor.getColumnIndex(column);
        return index < 0 ? null : cursor.getString(index);
    }

    private static long sizeAt(Cursor cursor) {
        int index = cursor.getColumnIndex(OpenableColumns.SIZE);
        return index < 0 ? 0 : cursor.getLong(index);
    }

    private String ending() {
        ContentResolver resolver = context.getContentResolver();
        try {
            return MimeTypeMap.getSingleton().getExtensionFromMimeType(resolver.getType(address));
        } catch (RuntimeException refused) {
            return null;
        }
    }

    /** Our own providers must not read our own files on behalf of another app. */
    private boolean isOurs(String authority) {
        if (authority == null || authority.isEmpty()) return true;
        // The authority may be prefixed by the number of another user of the phone.
        String plain = authority.substring(authority.lastIndexOf('@') + 1);
        String own = context.getPackageName();
        if (plain.equals(own) || plain.startsWith(own + ".")) return true;
        ProviderInfo provider = context.getPackageManager().resolveContentProvider(plain, 0);
        return provider != null && own.equals(provider.packageName);
    }

    /** Whether the opened file is in this app's own data, regardless of the path that led to it. */
    private boolean leadsHome(ParcelFileDescriptor descriptor) {
        try {
            String target = Os.readlink("/proc/self/fd/" + descriptor.getFd());
            String home = new File(context.getApplicationInfo().dataDir).getCanonicalPath();
            return target.startsWith(home + File.separator);
        } catch (ErrnoException | IOException unknown) {
            // A pipe or a socket has no path.
            return false;
        }
    }
}
