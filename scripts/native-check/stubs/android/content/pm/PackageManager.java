package android.content.pm;

import android.util.AndroidException;

public abstract class PackageManager {

    @Deprecated
    public static final int GET_SIGNATURES = 0x00000040;

    public static final int GET_SIGNING_CERTIFICATES = 0x08000000;

    public static class NameNotFoundException extends AndroidException {}

    public abstract boolean canRequestPackageInstalls();

    public abstract PackageInfo getPackageArchiveInfo(String path, int flags);

    public abstract PackageInfo getPackageInfo(String name, int flags) throws NameNotFoundException;

    public abstract PackageInstaller getPackageInstaller();

    public abstract ProviderInfo resolveContentProvider(String authority, int flags);
}
