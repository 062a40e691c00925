package android.content.pm;

public final class SigningInfo {

    public native Signature[] getApkContentsSigners();
}
