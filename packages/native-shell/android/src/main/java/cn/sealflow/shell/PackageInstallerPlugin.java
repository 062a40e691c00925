package cn.sealflow.shell;

import android.app.PendingIntent;
import android.content.Context;
import android.content.Intent;
import android.content.pm.PackageInstaller;
import android.net.Uri;
import android.os.Build;
import android.provider.Settings;
import com.getcapacitor.Plugin;
import com.getcapacitor.PluginCall;
import com.getcapacitor.PluginMethod;
import com.getcapacitor.annotation.CapacitorPlugin;
import java.io.IOException;

/** Installs a package of this very app. Nothing else is ever handed to the system. */
@CapacitorPlugin(name = "PackageInstaller")
public class PackageInstallerPlugin extends Plugin {

    private static volatile PackageInstallerPlugin shown;

    /** The one package that the system was asked to install, until it asks the person. */
    private PluginCall waiting;
    private int waitingFor = -1;

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
        try {
            PackageFile file = PackageFile.inside(getContext(), call.getString("path"), call.getString("sha256"));
            file.check();
            if (!mayInstall()) {
                openSettings();
                throw new Refusal(Refusal.NOT_ALLOWED);
            }
            begin(call, file);
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

    private void begin(PluginCall call, PackageFile file) throws IOException, Refusal {
        PackageInstaller installer = getContext().getPackageManager().getPackageInstaller();
        // What a kill left takes room and is never finished.
        for (PackageInstaller.SessionInfo left : installer.getMySessions()) abandon(installer, left.getSessionId());
        PackageInstaller.SessionParams params = new PackageInstaller.SessionParams(
            PackageInstaller.SessionParams.MODE_FULL_INSTALL
        );
        params.setAppPackageName(getContext().getPackageName());
        params.setSize(file.size());
        int id;
        try {
            id = installer.createSession(params);
        } catch (IOException full) {
            throw new Refusal(Refusal.NO_ROOM);
        }
        try (PackageInstaller.Session session = installer.openSession(id)) {
            file.copyInto(session);
            synchronized (this) {
                if (waiting != null) waiting.reject(Refusal.REFUSED, Refusal.REFUSED);
                waiting = call;
                waitingFor = id;
            }
            session.commit(answerTo(getContext(), id).getIntentSender());
        } catch (IOException | Refusal | RuntimeException failure) {
            forget(id);
            abandon(installer, id);
            if (failure instanceof Refusal refusal) throw refusal;
            throw new Refusal(Refusal.REFUSED);
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

    /** What the system says of a session. */
    static void told(Context context, int session, int status, Intent confirmation) {
        PackageInstallerPlugin page = shown;
        PluginCall call = page == null ? null : page.forget(session);
        if (status == PackageInstaller.STATUS_PENDING_USER_ACTION && confirmation != null) {
            ask(page == null ? context : page.getActivity(), confirmation);
            if (call != null) call.resolve();
        } else if (call != null) {
            if (status == PackageInstaller.STATUS_SUCCESS) call.resolve();
            else if (status == PackageInstaller.STATUS_FAILURE_STORAGE) call.reject(Refusal.NO_ROOM, Refusal.NO_ROOM);
            else call.reject(Refusal.REFUSED, Refusal.REFUSED);
        }
    }

    private static void ask(Context context, Intent confirmation) {
        try {
            context.startActivity(confirmation.addFlags(Intent.FLAG_ACTIVITY_NEW_TASK));
        } catch (RuntimeException missing) {
            // The package stays where it is; whoever asks for the update again is asked again.
        }
    }

    private synchronized PluginCall forget(int session) {
        if (waitingFor != session) return null;
        PluginCall call = waiting;
        waiting = null;
        waitingFor = -1;
        return call;
    }
}
