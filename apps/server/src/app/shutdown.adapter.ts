/** How long what is under way may take to end. */
const patience = 2500;

/**
 * Ends the process at SIGTERM or SIGINT, in good order where that works in time; a second signal ends it at once.
 * Waits for nobody: a client that keeps its connection busy would keep the service from being replaced.
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
