package androidx.activity;

public final class EdgeToEdge {

    private EdgeToEdge() {}

    public static native void enable(ComponentActivity activity);
}
