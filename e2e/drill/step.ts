import type { DrillPlace } from './place.ts';

export interface DrillStep {
  readonly name: string;
  run(place: DrillPlace): Promise<void>;
}

/** What this machine cannot run; the drill goes on and says so. */
export class LeftOut extends Error {
  override readonly name = 'LeftOut';
}

/** @throws Error that says what was expected. */
export function check(isTrue: boolean, expected: string): asserts isTrue {
  if (!isTrue) throw new Error(`expected: ${expected}`);
}
