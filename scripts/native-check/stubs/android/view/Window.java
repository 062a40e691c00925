package android.view;

/** As of API 36, without what nothing here calls. */
public abstract class Window {

    public native void addFlags(int flags);

    public native void clearFlags(int flags);

    public native void setHideOverlayWindows(boolean hide);
}
