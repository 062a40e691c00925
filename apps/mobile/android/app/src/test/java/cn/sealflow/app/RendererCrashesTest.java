package cn.sealflow.app;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class RendererCrashesTest {

    private static boolean isLoopAfter(long... times) {
        RendererCrashes crashes = new RendererCrashes();
        for (long time : times) crashes.add(time);
        return crashes.isLoop(times[times.length - 1]);
    }

    @Test
    public void isALoopOnceThePageEndsThriceInShortTime() {
        long window = RendererCrashes.WINDOW_MS;
        assertEquals(false, isLoopAfter(10));
        assertEquals(false, isLoopAfter(10, 20));
        assertEquals(true, isLoopAfter(10, 20, 30));
        assertEquals(false, isLoopAfter(10, 20, window + 10));
        assertEquals(true, isLoopAfter(10, window, window + 10, window + 20));
    }

    @Test
    public void isNoLoopOnceTimeHasPassed() {
        RendererCrashes crashes = new RendererCrashes();
        for (int time = 0; time < RendererCrashes.MOST; time += 1) crashes.add(time);
        assertEquals(true, crashes.isLoop(RendererCrashes.MOST));
        assertEquals(false, crashes.isLoop(RendererCrashes.WINDOW_MS));
    }
}
