/** Time for an orderly stop before the process exits anyway. */
const patience = 2500;

/**
 * Stops the service on SIGTERM or SIGINT and exits; a second signal exits immediately. The time is limited, because a
 * client that keeps its connection busy must not prevent the service from being replaced.
 */
export function stopAtSignals(stop: () => Promise<void>): void {
  let stopping = false;
  const end = () => {
    if (stopping) process.exit(1);
    stopping = true;
    setTimeout(() => process.exit(1), patience).unref();
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
}
