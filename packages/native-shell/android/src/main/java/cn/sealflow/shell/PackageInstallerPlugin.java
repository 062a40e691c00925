package cn.sealflow.shell;

import android.app.PendingIntent;
import android.content.ActivityNotFoundException;
import android.content.Context;
import android.content.Intent;
import android.content.pm.PackageInstaller;
import android.net.Uri;
import android.os.Build;
import android.provider.Settings;
import androidx.core.content.FileProvider;
import com.getcapacitor.Plugin;
import com.getcapacitor.PluginCall;
import com.getcapacitor.PluginMethod;
import com.getcapacitor.annotation.CapacitorPlugin;
import java.io.IOException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Installs a package of this app. Other packages are never passed to the system. */
@CapacitorPlugin(name = "PackageInstaller")
public class PackageInstallerPlugin extends Plugin {

    private static final String PACKAGE_TYPE = "application/vnd.android.package-archive";

    /**
     * Hashing and copying a package takes seconds, and all plugins share one bridge thread, so the work runs on a
     * thread of its own.
     */
    private static final ExecutorService WORK = Executors.newSingleThreadExecutor();

    private static volatile PackageInstallerPlugin shown;

    /** The current installation; a new one replaces it. Static, to survive a recreated activity. */
    private static Installation current;

    /** A package, its installer session, and the call that waits for the system's confirmation dialog. */
    private static final class Installation {

        final PluginCall call;
        final PackageFile file;
        volatile int session = -1;
        /** A call must be answered only once. */
        boolean isAnswered;
        boolean wasOpened;

        Installation(PluginCall call, PackageFile file) {
            this.call = call;
            this.file = file;
        }

        synchronized void resolve() {
            if (!isAnswered) call.resolve();
            isAnswered = true;
        }

        synchronized void reject(String code) {
            if (!isAnswered) call.reject(code, code);
            isAnswered = true;
        }
    }

    @Override
    public void load() {
        shown = this;
    }

    @Override
    protected void handleOnDestroy() {
        if (shown == this) shown = null;
    }

    @PluginMethod
    public void install(PluginCall call) {
        WORK.execute(() -> checkAndInstall(call));
    }

    private void checkAndInstall(PluginCall call) {
        try {
            PackageFile file = PackageFile.inside(getContext(), call.getString("path"), call.getString("sha256"));
            file.check();
            if (!mayInstall()) {
                openSettings();
                throw new Refusal(Refusal.NOT_ALLOWED);
            }
            begin(new Installation(call, file));
        } catch (Refusal refusal) {
            call.reject(refusal.code, refusal.code);
        } catch (IOException | RuntimeException failure) {
            // A managed phone that forbids installation throws an exception.
            call.reject(Refusal.REFUSED, Refusal.REFUSED);
        }
    }

    private boolean mayInstall() {
        // Before Android 8 it is one setting for the whole phone, and the system itself reports it.
        return (
            Build.VERSION.SDK_INT < Build.VERSION_CODES.O || getContext().getPackageManager().canRequestPackageInstalls()
        );
    }

    private void openSettings() {
        Uri own = Uri.fromParts("package", getContext().getPackageName(), null);
        try {
            getActivity().startActivity(new Intent(Settings.ACTION_MANAGE_UNKNOWN_APP_SOURCES, own));
        } catch (RuntimeException missing) {
            // The phone has no such settings page: the message that follows is enough.
        }
    }

    private void begin(Installation installation) {
        replaceCurrent(installation);
        try {
            commit(installation);
        } catch (Refusal refusal) {
            installation.reject(refusal.code);
        } catch (IOException | RuntimeException failure) {
            // Systems of some vendors reject the session itself.
            continueWith(installation, PackageInstaller.STATUS_FAILURE, null);
        }
    }

    private void commit(Installation installation) throws IOException, Refusal {
        PackageInstaller installer = getContext().getPackageManager().getPackageInstaller();
        // Sessions of a killed process take space and are never completed.
        for (PackageInstaller.SessionInfo left : installer.getMySessions()) abandon(installer, left.getSessionId());
        PackageInstaller.SessionParams params = new PackageInstaller.SessionParams(
            PackageInstaller.SessionParams.MODE_FULL_INSTALL
        );
        params.setAppPackageName(getContext().getPackageName());
        params.setSize(installation.file.size());
        int id;
        try {
            id = installer.createSession(params);
        } catch (IOException full) {
            throw new Refusal(Refusal.NO_ROOM);
        }
        try (PackageInstaller.Session session = installer.openSession(id)) {
            installation.file.copyInto(session);
            installation.session = id;
            session.commit(answerTo(getContext(), id).getIntentSender());
        } catch (IOException | Refusal | RuntimeException failure) {
            abandon(installer, id);
            throw failure;
        }
    }

    /** A mutable intent, which the system fills in, for an explicit receiver that no other app can call. */
    private static PendingIntent answerTo(Context context, int session) {
        int flags = PendingIntent.FLAG_UPDATE_CURRENT;
        if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.S) flags |= PendingIntent.FLAG_MUTABLE;
        Intent receiver = new Intent(context, InstallReceiver.class).setPackage(context.getPackageName());
        return PendingIntent.getBroadcast(context, session, receiver, flags);
    }

    private static void abandon(PackageInstaller installer, int session) {
        try {
            installer.abandonSession(session);
        } catch (RuntimeException gone) {
            // The session has already ended.
        }
    }

    /** Handles the status of a session from the system. */
    static void onStatus(int session, int status, Intent confirmation) {
        PackageInstallerPlugin page = shown;
        Installation installation = page == null ? null : installationOf(session);
        // Hashing the package again is too slow for the main thread, on which this is called.
        if (installation != null) WORK.execute(() -> page.continueWith(installation, status, confirmation));
    }

    private static synchronized void replaceCurrent(Installation installation) {
        if (current != null) current.reject(Refusal.REFUSED);
        current = installation;
    }

    private static synchronized Installation installationOf(int session) {
        return current != null && current.session == session ? current : null;
    }

    private void continueWith(Installation installation, int status, Intent confirmation) {
        switch (InstallOutcome.of(status, confirmation != null, !installation.wasOpened)) {
            case CONFIRM -> confirm(installation, confirmation);
            case INSTALLED -> installation.resolve();
            case OPEN_INSTALLER -> openInstaller(installation);
            case NO_ROOM -> installation.reject(Refusal.NO_ROOM);
            case REFUSED -> installation.reject(Refusal.REFUSED);
        }
    }

    private void confirm(Installation installation, Intent confirmation) {
        try {
            getActivity().startActivity(confirmation.addFlags(Intent.FLAG_ACTIVITY_NEW_TASK));
            installation.resolve();
        } catch (RuntimeException missing) {
            // MIUI before 12.5 has no such activity.
            openInstaller(installation);
        }
    }

    /**
     * Opens the package with the installer's own activity. The provider shares files of the updates folder only. The
     * package is checked again, because time has passed.
     */
    private void openInstaller(Installation installation) {
        if (installation.wasOpened) return;
        installation.wasOpened = true;
        try {
            installation.file.check();
            Uri address = FileProvider.getUriForFile(
                getContext(),
                getContext().getPackageName() + ".fileprovider",
                installation.file.file()
            );
            getActivity().startActivity(
                new Intent(Intent.ACTION_VIEW)
                    .setDataAndType(address, PACKAGE_TYPE)
                    .addFlags(Intent.FLAG_GRANT_READ_URI_PERMISSION | Intent.FLAG_ACTIVITY_NEW_TASK)
            );
            installation.resolve();
        } catch (ActivityNotFoundException missing) {
            installation.reject(Refusal.NO_INSTALLER);
        } catch (Refusal refusal) {
            installation.reject(refusal.code);
        } catch (IOException | RuntimeException failure) {
            installation.reject(Refusal.REFUSED);
        }
    }
}
