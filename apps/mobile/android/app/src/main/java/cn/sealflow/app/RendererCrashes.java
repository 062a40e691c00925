package cn.sealflow.app;

/** Counts ends of the page's process, so that a page which ends it at each start is not started for ever. */
final class RendererCrashes {

    static final int MOST = 3;
    static final long WINDOW_MS = 2 * 60 * 1000L;

    private final long[] times = new long[MOST];
    private int count;

    /** @param nowMs of a clock that is never set back. */
    synchronized void add(long nowMs) {
        times[count % MOST] = nowMs;
        count += 1;
    }

    /** Whether the last ones came so close together that another start is unlikely to help. */
    synchronized boolean isLoop(long nowMs) {
        return count >= MOST && nowMs - times[count % MOST] < WINDOW_MS;
    }
}
