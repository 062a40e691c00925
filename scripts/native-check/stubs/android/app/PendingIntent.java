package android.app;

import android.content.Context;
import android.content.Intent;
import android.content.IntentSender;

public final class PendingIntent {

    public static final int FLAG_UPDATE_CURRENT = 1 << 27;
    public static final int FLAG_MUTABLE = 1 << 25;

    public static native PendingIntent getBroadcast(Context context, int code, Intent intent, int flags);

    public native IntentSender getIntentSender();
}
