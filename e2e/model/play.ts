import * as fc from 'fast-check';
import type { TestService } from '../../apps/server/testing/service.ts';
import {
  type ApplicationType,
  applicationTypeNames,
} from '../../packages/domain/src/workflow/application-types.ts';
import { happenings, outboxHappenings } from './commands.ts';
import { applyFor, lookAt } from './deeds.ts';
import type { Plant } from './plants.ts';
import { compareRecords, drain } from './settle.ts';
import { World } from './world.ts';

export type Found = fc.RunDetails<
  [fc.Scheduler, ApplicationType[], Iterable<fc.AsyncCommand<object, World>>]
>;

interface PlayOptions {
  readonly service: TestService;
  readonly runs: number;
  readonly seconds: number;
  readonly plant?: Plant;
  readonly seed?: number;
}

/** What was found, and how to see it again. */
export function tell({ failed, seed, counterexamplePath, counterexample, errorInstance }: Found): string {
  if (!failed) return '';
  const [order, before, course] = counterexample ?? [];
  const replay = /replayPath="([^"]*)"/.exec(fc.stringify(course))?.[1] ?? '';
  return [
    String(errorInstance instanceof Error ? (errorInstance.stack ?? errorInstance.message) : errorInstance),
    `  applied for before: ${(before ?? []).join(', ')}`,
    ...[...(course ?? [])].map((one) => `  ${fc.stringify(one)}`),
    ...(/task\$\{\d+\}/.test(fc.stringify(order)) ? [fc.stringify(order)] : []),
    `again by MODEL_SEED=${seed} MODEL_PATH=${counterexamplePath ?? ''} MODEL_REPLAY=${replay}`,
  ].join('\n');
}

/** How long a find is made smaller, in ms. */
const shrinking = 60_000;

/** One course of things, and the end in which all lines are good and everybody is back. */
async function live(
  opening: Parameters<typeof World.open>[0],
  before: readonly ApplicationType[],
  course: Iterable<fc.AsyncCommand<object, World>>,
): Promise<void> {
  const world = await World.open(opening);
  for (const type of before) await applyFor(world, { at: 0, type, files: 1, sends: true });
  for (const at of world.devices.keys()) await lookAt(world, { at });
  await fc.asyncModelRun(() => ({ model: {}, real: world }), course);
  await drain(world);
  world.demandWhole();
  await compareRecords(world);
}

/** Looks for a course of things after which something is not as it has to be. */
export function play({ service, runs, seconds, plant, seed: given }: PlayOptions): Promise<Found> {
  const seed = process.env['MODEL_SEED'] ?? given;
  const path = process.env['MODEL_PATH'];
  const replayPath = process.env['MODEL_REPLAY'];
  const courses = fc.commands(plant === undefined ? happenings : outboxHappenings, {
    maxCommands: 60,
    size: plant === undefined ? '+1' : '+2',
    ...(replayPath ? { replayPath } : {}),
  });
  let end = performance.now() + seconds * 1000;
  let isFound = false;
  const types = fc.array(fc.constantFrom(...applicationTypeNames), { minLength: 2, maxLength: 4 });
  const property = fc.asyncProperty(fc.scheduler(), types, courses, async (order, before, course) => {
    // Nothing is broken off in the middle: it would go on beside what comes after it.
    if (performance.now() > end) return;
    try {
      await live({ service, order, plant }, before, course);
    } catch (error) {
      // A find is worth the time that it takes to make it small.
      if (!isFound) end = performance.now() + shrinking;
      isFound = true;
      throw error;
    }
  });
  return fc.check(property, {
    numRuns: runs,
    // Of what was planted the first sign is enough.
    endOnFailure: plant !== undefined,
    ...(seed ? { seed: Number(seed) } : {}),
    ...(path ? { path } : {}),
  });
}
