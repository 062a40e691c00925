import type { Deployment } from './deployment.ts';

export interface DrillStep {
  readonly name: string;
  run(place: Deployment): Promise<void>;
}

/** A program that this machine does not have. The drill reports it and continues. */
export class MissingProgramError extends Error {
  override readonly name = 'LeftOut';
}

/** @throws Error with the expected condition. */
export function check(isTrue: boolean, expected: string): asserts isTrue {
  if (!isTrue) throw new Error(`expected: ${expected}`);
}
