import type { Random } from './random.ts';

/** What breaks at one time, and for how long. */
export interface Step<Name extends string = string> {
  readonly faults: readonly Name[];
  readonly forMs: number;
  /** Before it everything works for so long. */
  readonly calmMs: number;
}

export interface PlanOptions<Name extends string> {
  readonly names: readonly Name[];
  readonly forMs: number;
  /** Those that may not be together with another one. */
  readonly alone?: ReadonlySet<Name>;
}

/**
 * What breaks, one after the other, until the time is over. Every fault comes once before any comes again, and each begins early
 * enough to be mended within the time.
 */
export function* planOf<Name extends string>(
  random: Random,
  { names, forMs, alone = new Set() }: PlanOptions<Name>,
): Generator<Step<Name>> {
  let left = forMs;
  let bag: Name[] = [];
  const draw = (): Name => {
    if (bag.length === 0) bag = random.some(names, names.length);
    return bag.pop() as Name;
  };
  while (names.length > 0) {
    const calmMs = Math.round(random.between(800, 3000));
    const lasts = Math.round(random.chance(0.15) ? random.between(8000, 16_000) : random.between(1500, 6000));
    const first = draw();
    const faults = [first];
    const isPair = names.length > 1 && random.chance(0.25) && !alone.has(first);
    if (isPair) {
      const second = bag.at(-1);
      if (second !== undefined && second !== first && !alone.has(second)) faults.push(draw());
    }
    if (calmMs + lasts > left) return;
    left -= calmMs + lasts;
    yield { faults, forMs: lasts, calmMs };
  }
}
