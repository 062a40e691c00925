package android.webkit;

/** From API 26. */
public abstract class RenderProcessGoneDetail {}
