import type { PushResult, PushSender } from './push.port.ts';

export interface CircuitBreakerOptions {
  /** The destination of a token. Each destination has its own circuit. */
  readonly destinationOf: (token: string) => string;
  readonly now?: () => number;
}

interface Circuit {
  /** The start times of the pushes in flight. */
  readonly inFlight: Set<{ readonly startedAt: number }>;
  openUntil: number;
  /** The last push got no answer. After `openUntil` the circuit is half-open while this is set. */
  isTripped: boolean;
}

/** A push that fails after this time trips the circuit. */
const lostAfterMs = 5000;
const openForMs = 60_000;
/** A push in flight for this long counts as stalled. */
const stalledAfterMs = 2000;
const maxConcurrentWhenStalled = 4;
const maxCircuits = 1000;

/**
 * Wraps a sender in a circuit breaker and bulkhead per destination, so that one unresponsive destination does not delay the
 * pushes to others. A tripped circuit opens for a minute, then lets one push through at a time; a stalled destination gets
 * four concurrent pushes at most. A rejected push has the outcome `later`, and the caller retries it.
 */
export function withCircuitBreaker(
  sender: PushSender,
  { destinationOf, now = () => performance.now() }: CircuitBreakerOptions,
): PushSender {
  const circuits = new Map<string, Circuit>();
  const circuitOf = (name: string): Circuit => {
    const existing = circuits.get(name);
    if (existing) return existing;
    if (circuits.size >= maxCircuits) deleteIdleCircuits(circuits);
    const circuit: Circuit = { inFlight: new Set(), openUntil: 0, isTripped: false };
    circuits.set(name, circuit);
    return circuit;
  };
  return {
    ...sender,
    async send(token, note): Promise<PushResult> {
      const circuit = circuitOf(destinationOf(token));
      const startedAt = now();
      if (!hasCapacity(circuit, startedAt)) return { outcome: 'later', reason: 'does not answer' };
      const push = { startedAt };
      circuit.inFlight.add(push);
      try {
        const result = await sender.send(token, note);
        const isLost = result.outcome === 'later' && now() - startedAt >= lostAfterMs;
        circuit.isTripped = isLost;
        if (isLost) circuit.openUntil = now() + openForMs;
        return result;
      } finally {
        circuit.inFlight.delete(push);
      }
    },
  };
}

function hasCapacity({ inFlight, openUntil, isTripped }: Circuit, now: number): boolean {
  if (now < openUntil) return false;
  if (isTripped) return inFlight.size === 0;
  const stalledCount = [...inFlight].filter(({ startedAt }) => now - startedAt >= stalledAfterMs).length;
  return stalledCount === 0 || inFlight.size < maxConcurrentWhenStalled;
}

function deleteIdleCircuits(circuits: Map<string, Circuit>): void {
  for (const [name, { inFlight }] of circuits) if (inFlight.size === 0) circuits.delete(name);
}
