import autocannon from 'autocannon';
import type { Load, Measured } from './server-programs.ts';

/** Runs one load after the other on command of its parent. */
process.on('message', ({ url, connections, seconds, requests, spread }: Load) => {
  let next = 0;
  const share = Math.ceil(requests.length / connections);
  const instance = autocannon(
    {
      url,
      connections,
      duration: seconds,
      requests: [...requests],
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
      const { latency, duration } = result;
      const done = result['2xx'];
      process.send?.({
        perSecond: done / duration,
        p50Ms: latency.p50,
        p99Ms: latency.p99,
        failed: result.non2xx + result.errors,
      } satisfies Measured);
    },
  );
  void instance;
});
process.on('disconnect', () => process.exit());
