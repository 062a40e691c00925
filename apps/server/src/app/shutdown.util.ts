/** Time for an orderly stop before the process exits anyway. */
const shutdownTimeoutMs = 2500;

/**
 * Stops the service on SIGTERM or SIGINT and exits; a second signal exits immediately. The time is limited, because a
 * client that keeps its connection busy must not prevent the service from being replaced.
 */
export function stopOnSignals(stop: () => Promise<void>): void {
  let isStopping = false;
  const end = () => {
    if (isStopping) process.exit(1);
    isStopping = true;
    setTimeout(() => process.exit(1), shutdownTimeoutMs).unref();
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
}
