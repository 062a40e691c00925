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

/** Installs a package of this very app. Nothing else is ever handed to the system. */
@CapacitorPlugin(name = "PackageInstaller")
public class PackageInstallerPlugin extends Plugin {

    private static final String PACKAGE_TYPE = "application/vnd.android.package-archive";

    /** Hashing and copying a package takes seconds. All plugins share one thread of the bridge, so no call waits on that. */
    private static final ExecutorService WORK = Executors.newSingleThreadExecutor();

    private static volatile PackageInstallerPlugin shown;

    /** The one installation under way; a new one takes its place. It outlives an activity that is recreated. */
    private static Installation current;

    /** A package, the session that the system installs it in, and the call that waits for the system's question. */
    private static final class Installation {

        final PluginCall call;
        final PackageFile file;
        volatile int session = -1;
        /** A call is answered once. */
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
            // A managed phone that forbids installing says so by an exception of the system's own.
            call.reject(Refusal.REFUSED, Refusal.REFUSED);
        }
    }

    private boolean mayInstall() {
        // Before Android 8 it is one switch of the whole phone, and the system tells of it by itself.
        return (
            Build.VERSION.SDK_INT < Build.VERSION_CODES.O || getContext().getPackageManager().canRequestPackageInstalls()
        );
    }

    private void openSettings() {
        Uri own = Uri.fromParts("package", getContext().getPackageName(), null);
        try {
            getActivity().startActivity(new Intent(Settings.ACTION_MANAGE_UNKNOWN_APP_SOURCES, own));
        } catch (RuntimeException missing) {
            // Without such a page the message that follows is all there is.
        }
    }

    private void begin(Installation installation) {
        replaceCurrent(installation);
        try {
            commit(installation);
        } catch (Refusal refusal) {
            installation.reject(refusal.code);
        } catch (IOException | RuntimeException failure) {
            // Some vendors' systems refuse the session itself.
            continueWith(installation, PackageInstaller.STATUS_FAILURE, null);
        }
    }

    private void commit(Installation installation) throws IOException, Refusal {
        PackageInstaller installer = getContext().getPackageManager().getPackageInstaller();
        // What a kill left takes room and is never finished.
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

    /** One that the system fills in, for a receiver that is named and that nobody else can reach. */
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
            // It ended by itself.
        }
    }

    /** Receives a session's status from the system. */
    static void onStatus(int session, int status, Intent confirmation) {
        PackageInstallerPlugin page = shown;
        Installation installation = page == null ? null : installationOf(session);
        // Hashing the package again is no work of the main thread, which receives this.
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
            // MIUI before 12.5 has no activity for it.
            openInstaller(installation);
        }
    }

    /**
     * Opens the package with the installer's own activity. The provider gives files of the updates folder alone, and the
     * package is checked once more, since time has passed.
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
