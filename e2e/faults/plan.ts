import type { Random } from './random.ts';

/** The faults of one moment and their duration. */
export interface PlanStep<Name extends string = string> {
  readonly faults: readonly Name[];
  readonly durationMs: number;
  /** The time without faults before them. */
  readonly pauseMs: number;
}

export interface PlanOptions<Name extends string> {
  readonly names: readonly Name[];
  readonly durationMs: number;
  /** Faults that never overlap another one. */
  readonly exclusive?: ReadonlySet<Name>;
}

/**
 * Plans faults until the time is over. Every fault occurs once before any repeats, and each starts early enough to be
 * restored within the time.
 */
export function* planOf<Name extends string>(
  random: Random,
  { names, durationMs, exclusive = new Set() }: PlanOptions<Name>,
): Generator<PlanStep<Name>> {
  let remainingMs = durationMs;
  let pool: Name[] = [];
  const draw = (): Name => {
    if (pool.length === 0) pool = random.sample(names, names.length);
    return pool.pop() as Name;
  };
  while (names.length > 0) {
    const pauseMs = Math.round(random.between(800, 3000));
    const faultMs = Math.round(
      random.chance(0.15) ? random.between(8000, 16_000) : random.between(1500, 6000),
    );
    const first = draw();
    const faults = [first];
    const isPair = names.length > 1 && random.chance(0.25) && !exclusive.has(first);
    if (isPair) {
      const second = pool.at(-1);
      if (second !== undefined && second !== first && !exclusive.has(second)) faults.push(draw());
    }
    if (pauseMs + faultMs > remainingMs) return;
    remainingMs -= pauseMs + faultMs;
    yield { faults, durationMs: faultMs, pauseMs };
  }
}
