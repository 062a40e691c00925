package cn.sealflow.shell;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.junit.Test;

public class StallGuardTest {

    private static final long LIMIT_MS = 20;
    private static final long NEVER_MS = TimeUnit.HOURS.toMillis(1);

    /** A clock that goes on when a test says so. */
    private static final class Clock implements LongSupplier {

        private final AtomicLong nowMs = new AtomicLong();
        private final AtomicLong reads = new AtomicLong();

        @Override
        public long getAsLong() {
            reads.incrementAndGet();
            return nowMs.get();
        }

        void advance(long ms) {
            nowMs.addAndGet(ms);
        }

        /** Until the guard has looked at what time it is. */
        void untilRead() {
            long before = reads.get();
            while (reads.get() == before) Thread.onSpinWait();
        }
    }

    private static ExecutorService threads(int most) {
        return new ThreadPoolExecutor(0, most, 1, TimeUnit.SECONDS, new SynchronousQueue<>(), StallGuardTest::daemon);
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        return thread;
    }

    /** Work of a lambda; what comes late is kept. */
    private static final class Given implements StallGuard.Work<String> {

        interface Body {
            String run(StallGuard.Progress progress) throws IncomingProblem, InterruptedException;
        }

        final CountDownLatch discarded = new CountDownLatch(1);
        final AtomicReference<String> late = new AtomicReference<>();
        private final Body body;

        Given(Body body) {
            this.body = body;
        }

        @Override
        public String run(StallGuard.Progress progress) throws IncomingProblem {
            try {
                return body.run(progress);
            } catch (InterruptedException stopped) {
                throw new IncomingProblem(IncomingProblem.UNREADABLE);
            }
        }

        @Override
        public void discard(String result) {
            late.set(result);
            discarded.countDown();
        }
    }

    private static String problemOf(StallGuard guard, Given work) {
        try {
            guard.run(work);
            return null;
        } catch (IncomingProblem problem) {
            return problem.code;
        }
    }

    @Test
    public void givesTheResultAndTheProblemOfTheWorkItself() throws Exception {
        // A thread that has just ended its work takes no other yet.
        StallGuard guard = new StallGuard(threads(3), NEVER_MS, NEVER_MS);
        assertEquals("copy", guard.run(new Given(progress -> "copy")));
        assertEquals(
            IncomingProblem.TOO_LARGE,
            problemOf(guard, new Given(progress -> { throw new IncomingProblem(IncomingProblem.TOO_LARGE); }))
        );
        assertEquals(
            IncomingProblem.UNREADABLE,
            problemOf(guard, new Given(progress -> { throw new IllegalStateException("hostile"); }))
        );
    }

    @Test
    public void abandonsWorkThatHangsAndCancelsIt() throws Exception {
        Clock clock = new Clock();
        StallGuard guard = new StallGuard(threads(1), LIMIT_MS, NEVER_MS, clock);
        CountDownLatch cancelled = new CountDownLatch(1);
        Given hanging = new Given(progress -> {
            progress.onAbandon(cancelled::countDown);
            clock.advance(LIMIT_MS);
            new CountDownLatch(1).await();
            return "never";
        });
        assertEquals(IncomingProblem.STALLED, problemOf(guard, hanging));
        assertTrue(cancelled.await(10, TimeUnit.SECONDS));
    }

    @Test
    public void discardsAResultThatComesAfterTheLimit() throws Exception {
        Clock clock = new Clock();
        StallGuard guard = new StallGuard(threads(1), LIMIT_MS, NEVER_MS, clock);
        Given deaf = new Given(progress -> {
            CountDownLatch abandoned = new CountDownLatch(1);
            progress.onAbandon(abandoned::countDown);
            clock.advance(LIMIT_MS);
            // As a read that no interrupt ends.
            while (abandoned.getCount() > 0) Thread.onSpinWait();
            return "late";
        });
        assertEquals(IncomingProblem.STALLED, problemOf(guard, deaf));
        assertTrue(deaf.discarded.await(10, TimeUnit.SECONDS));
        assertEquals("late", deaf.late.get());
    }

    @Test
    public void leavesWorkAloneThatMakesProgress() throws Exception {
        Clock clock = new Clock();
        StallGuard guard = new StallGuard(threads(1), LIMIT_MS, NEVER_MS, clock);
        Given slow = new Given(progress -> {
            for (int part = 0; part < 5; part += 1) {
                clock.advance(LIMIT_MS - 1);
                progress.made();
                clock.untilRead();
            }
            return "copy";
        });
        assertEquals("copy", guard.run(slow));
    }

    @Test
    public void abandonsWorkThatDripsForTooLong() {
        Clock clock = new Clock();
        StallGuard guard = new StallGuard(threads(1), NEVER_MS, LIMIT_MS, clock);
        Given dripping = new Given(progress -> {
            clock.advance(LIMIT_MS);
            while (!Thread.currentThread().isInterrupted()) progress.made();
            return "never";
        });
        assertEquals(IncomingProblem.STALLED, problemOf(guard, dripping));
    }

    @Test
    public void refusesWorkOnceAllThreadsHang() {
        CountDownLatch entered = new CountDownLatch(1);
        ExecutorService threads = threads(1);
        threads.submit(() -> {
            entered.countDown();
            new CountDownLatch(1).await();
            return null;
        });
        assertEquals(IncomingProblem.STALLED, problemOf(new StallGuard(threads, NEVER_MS, NEVER_MS), new Given(progress -> "copy")));
    }
}
