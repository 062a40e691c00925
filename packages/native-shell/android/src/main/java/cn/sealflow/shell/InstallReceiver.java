package cn.sealflow.shell;

import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;
import android.content.pm.PackageInstaller;

/** Receives the status of an installation from the system. Not exported, so other apps cannot call it. */
public class InstallReceiver extends BroadcastReceiver {

    @Override
    public void onReceive(Context context, Intent intent) {
        int session = intent.getIntExtra(PackageInstaller.EXTRA_SESSION_ID, -1);
        int status = intent.getIntExtra(PackageInstaller.EXTRA_STATUS, PackageInstaller.STATUS_FAILURE);
        Object confirmation = intent.getExtras() == null ? null : intent.getExtras().get(Intent.EXTRA_INTENT);
        PackageInstallerPlugin.onStatus(session, status, confirmation instanceof Intent asked ? asked : null);
    }
}
