import autocannon from 'autocannon';
import type { Load, Measured } from './server-programs.ts';

/** Asks as it is told by its parent, one load after the other. */
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
        // Each connection its own people; or its own part alone, where a request can be made once.
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
