import type { Device } from './device.ts';
import type { Scenario } from './scenario.ts';

export type DeviceIndex = { readonly deviceIndex: number };

/** The element at `nth`, modulo the length. */
export const pick = <T>(all: readonly T[], nth: number): T | undefined => all[nth % Math.max(all.length, 1)];

/** The device of a command. */
export const deviceAt = ({ devices }: Scenario, { deviceIndex }: DeviceIndex): Device =>
  devices[deviceIndex]!;

/** The screens offer no action on a subject that already waits in the outbox. */
export async function withoutPending<T>(
  device: Device,
  all: readonly T[],
  subjectOf: (one: T) => string,
): Promise<T[]> {
  const waiting = new Set(
    (await device.entries()).filter(({ state }) => state === 'waiting').map(({ subject }) => subject),
  );
  return all.filter((one) => !waiting.has(subjectOf(one)));
}
