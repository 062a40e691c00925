package android.webkit;

/** A stub. The class exists since API 26. */
public abstract class RenderProcessGoneDetail {}
