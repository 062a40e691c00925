import { parseArgs } from 'node:util';
import { toError } from '../../apps/server/src/infra/errors/to-error.util.ts';
import { dayTwoSteps } from './day-two.steps.ts';
import { deploySteps } from './deploy.steps.ts';
import { openDeployment } from './deployment.ts';
import { installationSteps } from './installation.steps.ts';
import { poolerSteps } from './pooler.steps.ts';
import { recoverySteps } from './recovery.steps.ts';
import { settingSteps } from './settings.steps.ts';
import { type DrillStep, MissingProgramError } from './step.ts';

const help = `npm run -s drill -- [options]

Operates a deployment of real processes as docs/operations.md describes: installs it, runs each command of the manual, backs it up under load,
destroys it, restores it, rotates its master key, upgrades it, starts it with invalid settings and behind a pooler.

  --json   one JSON object on the last line
  --help
`;

/** Each step continues with the state of the previous one. */
const steps: readonly DrillStep[] = [
  ...installationSteps,
  ...dayTwoSteps,
  ...recoverySteps,
  ...settingSteps,
  ...poolerSteps,
  ...deploySteps,
];

const { values } = parseArgs({ options: { json: { type: 'boolean' }, help: { type: 'boolean' } } });
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
if (values.help) process.stdout.write(help);
else process.exitCode = await run(values.json ?? false);
process.exit();

async function run(json: boolean): Promise<number> {
  const deployment = await openDeployment();
  const results: { name: string; seconds: number; result: string }[] = [];
  let failure: Error | undefined;
  try {
    for (const step of steps) {
      const { name } = step;
      const startedAt = performance.now();
      let result = 'ok';
      try {
        await step.run(deployment);
      } catch (error) {
        if (error instanceof MissingProgramError) result = `skipped: ${error.message}`;
        else failure = toError(error);
      }
      if (failure !== undefined) result = 'FAILED';
      const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
      results.push({ name, seconds, result });
      process.stderr.write(
        `${result === 'ok' ? '✓' : result === 'FAILED' ? '✗' : '-'} ${name}  ${seconds} s${result === 'ok' ? '' : `  ${result}`}\n`,
      );
      if (failure !== undefined) break;
    }
  } finally {
    await deployment.close();
  }
  if (failure !== undefined) process.stderr.write(`${failure.stack}\n`);
  if (json) process.stdout.write(`${JSON.stringify({ steps: results })}\n`);
  return failure === undefined ? 0 : 1;
}
