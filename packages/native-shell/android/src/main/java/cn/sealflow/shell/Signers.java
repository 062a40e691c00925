package cn.sealflow.shell;

import android.content.pm.PackageInfo;
import android.content.pm.PackageManager;
import android.content.pm.Signature;
import android.os.Build;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/** Signers and version of a package. */
final class Signers {

    /**
     * Android 9 does not read the certificates of an archive with the new flag only; older versions do not have that
     * flag.
     */
    @SuppressWarnings("deprecation")
    static final int FLAGS =
        Build.VERSION.SDK_INT < Build.VERSION_CODES.P
            ? PackageManager.GET_SIGNATURES
            : PackageManager.GET_SIGNING_CERTIFICATES | PackageManager.GET_SIGNATURES;

    private Signers() {}

    /** The signers; empty if there are none. */
    @SuppressWarnings("deprecation")
    static Set<Signature> of(PackageInfo info) {
        Signature[] signers = info.signatures;
        if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.P && info.signingInfo != null) {
            signers = info.signingInfo.getApkContentsSigners();
        }
        return signers == null ? Set.of() : new HashSet<>(Arrays.asList(signers));
    }

    @SuppressWarnings("deprecation")
    static long versionOf(PackageInfo info) {
        return Build.VERSION.SDK_INT < Build.VERSION_CODES.P ? info.versionCode : info.getLongVersionCode();
    }
}
