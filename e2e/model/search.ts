import * as fc from 'fast-check';
import type { TestService } from '../../apps/server/testing/service.ts';
import {
  type ApplicationType,
  applicationTypeNames,
} from '../../packages/domain/src/workflow/application-types.ts';
import { createApplication } from './application-actions.ts';
import { outboxCommands, workflowCommands } from './commands.ts';
import { checkLists } from './device-actions.ts';
import { compareRecords, drainOutboxes } from './final-checks.ts';
import { Scenario } from './scenario.ts';
import type { SeededFault } from './seeded-faults.ts';

export type SearchResult = fc.RunDetails<
  [fc.Scheduler, ApplicationType[], Iterable<fc.AsyncCommand<object, Scenario>>]
>;

interface SearchOptions {
  readonly service: TestService;
  readonly runs: number;
  readonly seconds: number;
  readonly seededFault?: SeededFault;
  readonly seed?: number;
}

/** The counterexample, and how to repeat it. */
export function describeFailure({
  failed,
  seed,
  counterexamplePath,
  counterexample,
  errorInstance,
}: SearchResult): string {
  if (!failed) return '';
  const [scheduler, initialTypes, commands] = counterexample ?? [];
  const replay = /replayPath="([^"]*)"/.exec(fc.stringify(commands))?.[1] ?? '';
  return [
    String(errorInstance instanceof Error ? (errorInstance.stack ?? errorInstance.message) : errorInstance),
    `  initial applications: ${(initialTypes ?? []).join(', ')}`,
    ...[...(commands ?? [])].map((one) => `  ${fc.stringify(one)}`),
    ...(/task\$\{\d+\}/.test(fc.stringify(scheduler)) ? [fc.stringify(scheduler)] : []),
    `Repeat with MODEL_SEED=${seed} MODEL_PATH=${counterexamplePath ?? ''} MODEL_REPLAY=${replay}`,
  ].join('\n');
}

/** How long fast-check shrinks a counterexample. */
const shrinkMs = 60_000;

/** Runs a sequence of commands, then restores all connections and compares the records. */
async function runScenario(
  options: Parameters<typeof Scenario.open>[0],
  initialTypes: readonly ApplicationType[],
  commands: Iterable<fc.AsyncCommand<object, Scenario>>,
): Promise<void> {
  const scenario = await Scenario.open(options);
  for (const type of initialTypes)
    await createApplication(scenario, { deviceIndex: 0, type, files: 1, isSubmitted: true });
  for (const deviceIndex of scenario.devices.keys()) await checkLists(scenario, { deviceIndex });
  await fc.asyncModelRun(() => ({ model: {}, real: scenario }), commands);
  await drainOutboxes(scenario);
  scenario.assertNoViolations();
  await compareRecords(scenario);
}

/** Searches for a sequence of commands that violates an invariant. */
export function search({
  service,
  runs,
  seconds,
  seededFault,
  seed: defaultSeed,
}: SearchOptions): Promise<SearchResult> {
  const seed = process.env['MODEL_SEED'] ?? defaultSeed;
  const path = process.env['MODEL_PATH'];
  const replayPath = process.env['MODEL_REPLAY'];
  const commandLists = fc.commands(seededFault === undefined ? workflowCommands : outboxCommands, {
    maxCommands: 60,
    size: seededFault === undefined ? '+1' : '+2',
    ...(replayPath ? { replayPath } : {}),
  });
  let deadline = performance.now() + seconds * 1000;
  let isFound = false;
  const types = fc.array(fc.constantFrom(...applicationTypeNames), { minLength: 2, maxLength: 4 });
  const property = fc.asyncProperty(
    fc.scheduler(),
    types,
    commandLists,
    async (scheduler, initialTypes, commands) => {
      // A run is never interrupted, because its work would continue beside the next run.
      if (performance.now() > deadline) return;
      try {
        await runScenario({ service, scheduler, seededFault }, initialTypes, commands);
      } catch (error) {
        // Shrinking a counterexample extends the time.
        if (!isFound) deadline = performance.now() + shrinkMs;
        isFound = true;
        throw error;
      }
    },
  );
  return fc.check(property, {
    numRuns: runs,
    // For a seeded fault the first violation is enough.
    endOnFailure: seededFault !== undefined,
    ...(seed ? { seed: Number(seed) } : {}),
    ...(path ? { path } : {}),
  });
}
