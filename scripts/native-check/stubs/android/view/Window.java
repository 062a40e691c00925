package android.view;

/** A stub of the class in API 36, with the members that our code uses. */
public abstract class Window {

    public native void addFlags(int flags);

    public native void clearFlags(int flags);

    public native void setHideOverlayWindows(boolean hide);
}
