package android.content.pm;

public class PackageInfo {

    public String packageName;
    public Signature[] signatures;
    public SigningInfo signingInfo;

    @Deprecated
    public int versionCode;

    public native long getLongVersionCode();
}
