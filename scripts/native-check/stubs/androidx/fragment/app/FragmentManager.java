package androidx.fragment.app;

public abstract class FragmentManager {

    public abstract boolean isStateSaved();
}
