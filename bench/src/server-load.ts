import autocannon from 'autocannon';
import type { Load, Measured } from './server-programs.ts';

/** Runs one load after the other on command of its parent. */
process.on('message', ({ url, connections, seconds, requests, spread }: Load) => {
  let next = 0;
  const share = Math.ceil(requests.length / connections);
  let startedAt = performance.now();
  const instance = autocannon(
    {
      url,
      connections,
      duration: seconds,
      // Each client copies and builds these before it gets its own.
      requests: requests.slice(0, 1),
      setupClient: (client) => {
        const at = next * share;
        next += 1;
        // Each connection has its own people, or its own requests if a request works only once.
        const own = requests.slice(at, at + share);
        client.setRequests(
          spread === 'part' ? own : [...own, ...requests.slice(0, at), ...requests.slice(at + share)],
        );
      },
    },
    (error, result) => {
      if (error) throw error;
      const { latency } = result;
      const tookSeconds = (performance.now() - startedAt) / 1000;
      process.send?.({
        perSecond: result['2xx'] / tookSeconds,
        seconds: tookSeconds,
        p50Ms: latency.p50,
        p99Ms: latency.p99,
        failed: result.non2xx + result.errors,
      } satisfies Measured);
    },
  );
  // Without the time in which the requests are built, which differs between the servers.
  instance.once('start', () => {
    startedAt = performance.now();
  });
});
process.on('disconnect', () => process.exit());
