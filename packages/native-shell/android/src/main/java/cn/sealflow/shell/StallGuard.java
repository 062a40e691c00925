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
 * Runs work that depends on another app, and abandons it if it makes no progress: a content provider may block its
 * reader for ever. The blocked thread is not stopped, so the executor must limit the number of threads.
 */
final class StallGuard {

    /** Work whose late result must be deleted if the guard has abandoned it. */
    interface Work<T> {
        T run(Progress progress) throws IncomingProblem;

        void discard(T late);
    }

    private enum State {
        RUNNING,
        COMPLETED,
        ABANDONED,
    }

    /** Progress reports of the running work. */
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

        /**
         * Runs `cancel` once the work is abandoned, or immediately if it already is, to cancel a call into the
         * provider.
         */
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

    /** @throws IncomingProblem of the work itself, or `stalled` if it was abandoned. */
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
