package cn.sealflow.shell;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;

/**
 * Runs work that depends on another app, and abandons it once it makes no progress: a content provider may block its reader
 * for ever. The blocked thread is left behind, so threads are bounded by their executor.
 */
final class StallGuard {

    /** Work whose result somebody has to delete when it comes after the guard has given up. */
    interface Work<T> {
        T run(Progress progress) throws IncomingProblem;

        void discard(T late);
    }

    private enum State {
        RUNNING,
        COMPLETED,
        ABANDONED,
    }

    /** What the work reports while it runs. */
    static final class Progress {

        private final AtomicReference<State> state = new AtomicReference<>(State.RUNNING);
        private final LongSupplier clockMs;
        private final long startedAt;
        private volatile long lastAt;
        private Runnable onAbandon;

        private Progress(LongSupplier clockMs) {
            this.clockMs = clockMs;
            startedAt = clockMs.getAsLong();
            lastAt = startedAt;
        }

        void made() {
            lastAt = clockMs.getAsLong();
        }

        /** Calls this when the guard gives up, or has given up, so that a call into the provider is cancelled. */
        synchronized void onAbandon(Runnable cancel) {
            onAbandon = cancel;
            if (state.get() == State.ABANDONED) cancel.run();
        }

        private synchronized void cancel() {
            if (onAbandon != null) onAbandon.run();
        }

        private boolean end(State as) {
            return state.compareAndSet(State.RUNNING, as);
        }
    }

    private final ExecutorService threads;
    private final long idleLimitMs;
    private final long totalLimitMs;
    private final LongSupplier clockMs;

    StallGuard(ExecutorService threads, long idleLimitMs, long totalLimitMs) {
        this(threads, idleLimitMs, totalLimitMs, () -> TimeUnit.NANOSECONDS.toMillis(System.nanoTime()));
    }

    StallGuard(ExecutorService threads, long idleLimitMs, long totalLimitMs, LongSupplier clockMs) {
        this.clockMs = clockMs;
        this.threads = threads;
        this.idleLimitMs = idleLimitMs;
        this.totalLimitMs = totalLimitMs;
    }

    /** @throws IncomingProblem of the work itself, or `stalled` once it is abandoned. */
    <T> T run(Work<T> work) throws IncomingProblem {
        Progress progress = new Progress(clockMs);
        Callable<T> task = () -> {
            T result = work.run(progress);
            if (progress.end(State.COMPLETED)) return result;
            work.discard(result);
            throw new IncomingProblem(IncomingProblem.STALLED);
        };
        try {
            return resultOf(threads.submit(task), progress);
        } catch (RejectedExecutionException busy) {
            throw new IncomingProblem(IncomingProblem.STALLED);
        }
    }

    private <T> T resultOf(Future<T> running, Progress progress) throws IncomingProblem {
        while (true) {
            try {
                return running.get(Math.max(1, msLeft(progress)), TimeUnit.MILLISECONDS);
            } catch (TimeoutException late) {
                if (msLeft(progress) > 0 || !progress.end(State.ABANDONED)) continue;
                progress.cancel();
                running.cancel(true);
                throw new IncomingProblem(IncomingProblem.STALLED);
            } catch (ExecutionException failure) {
                if (failure.getCause() instanceof IncomingProblem problem) throw problem;
                throw new IncomingProblem(IncomingProblem.UNREADABLE);
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                throw new IncomingProblem(IncomingProblem.UNREADABLE);
            }
        }
    }

    private long msLeft(Progress progress) {
        long now = clockMs.getAsLong();
        return Math.min(idleLimitMs - (now - progress.lastAt), totalLimitMs - (now - progress.startedAt));
    }
}
