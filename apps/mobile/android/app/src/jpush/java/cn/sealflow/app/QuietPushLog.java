package cn.sealflow.app;

import android.content.ContentProvider;
import android.content.ContentValues;
import android.database.Cursor;
import android.net.Uri;
import com.capacitor.jpush.JLogger;

/**
 * Turns off the plugin's log before anything of it runs, also without a page: it writes titles, texts and ids of messages
 * there, in releases too. Providers are what the system makes first; this one provides nothing.
 */
public class QuietPushLog extends ContentProvider {

    @Override
    public boolean onCreate() {
        JLogger.setLoggerEnable(false);
        return true;
    }

    @Override
    public Cursor query(Uri uri, String[] projection, String selection, String[] selectionArgs, String sortOrder) {
        return null;
    }

    @Override
    public String getType(Uri uri) {
        return null;
    }

    @Override
    public Uri insert(Uri uri, ContentValues values) {
        return null;
    }

    @Override
    public int delete(Uri uri, String selection, String[] selectionArgs) {
        return 0;
    }

    @Override
    public int update(Uri uri, ContentValues values, String selection, String[] selectionArgs) {
        return 0;
    }
}
