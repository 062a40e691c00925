import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Demo } from '../support/service.ts';
import { type Deployment, type Release, settingsOf } from './release.ts';
import { structureOf } from './structure.ts';

export interface RecordedCommand {
  readonly command: string;
  /** Names and kinds of the values that `--json` prints. */
  readonly json: unknown;
  /** The headings of a table, or the labels of an object's properties. */
  readonly labels: readonly string[];
}

/** Every command that reads, for one tenant and one of its people. */
const commandsFor = (tenant: string, person: string, documentID: string): readonly string[] => [
  'demo',
  'account list',
  `account show ${person}`,
  `audit --tenant ${tenant} --limit 0`,
  `audit list --tenant ${tenant} --after 0 --limit 20`,
  `audit verify --tenant ${tenant}`,
  `class list --tenant ${tenant}`,
  `clearance list --tenant ${tenant}`,
  'config list',
  `device list --tenant ${tenant} --member ${person}`,
  `document list --tenant ${tenant}`,
  `document show ${documentID} --tenant ${tenant}`,
  `flow-type list --tenant ${tenant}`,
  `flow-type show trusted_mailbox_application --tenant ${tenant}`,
  `key list --tenant ${tenant}`,
  `mailbox list --tenant ${tenant}`,
  `member export ${person} --tenant ${tenant}`,
  `member list --tenant ${tenant}`,
  `member show ${person} --tenant ${tenant}`,
  `message list --tenant ${tenant}`,
  'operator list',
  `org list --tenant ${tenant}`,
  'release list',
  `role list --tenant ${tenant}`,
  'signing-key list',
  'tenant list',
  `tenant show ${tenant}`,
];

/** Runs all reading commands of a release, each once with `--json` and once without. */
export async function recordCommands(
  release: Release,
  deployment: Deployment,
  { tenant, person }: { tenant: Demo['tenants'][number]; person: Demo['accounts'][number] },
): Promise<readonly RecordedCommand[]> {
  const run = async (words: readonly string[]) => {
    const main = join(release.folder, 'apps/server/src/cli/main.ts');
    const env = { ...process.env, ...settingsOf(deployment) };
    return (await promisify(execFile)(process.execPath, [main, ...words], { env })).stdout;
  };
  const listed = await run(['document', 'list', '--tenant', tenant.id, '--json']);
  const documentID = (JSON.parse(listed) as { data: { documentID: string }[] }).data[0]?.documentID ?? '';
  const recorded: RecordedCommand[] = [];
  for (const command of commandsFor(tenant.id, person.username, documentID)) {
    const words = command.split(' ');
    // A person is exported once at a time.
    const json = await run([...words, '--json']);
    const text = await run(words);
    recorded.push({ command, json: structureOf(JSON.parse(json)), labels: labelsOf(command, text) });
  }
  return recorded;
}

/** Columns are at least two spaces apart; an object has one property per line. */
function labelsOf(command: string, text: string): readonly string[] {
  const lines = text.trim().split('\n');
  const labels = / show /.test(command)
    ? lines.map((line) => line.split('  ')[0] ?? '')
    : (lines[0] ?? '').split(/ {2,}/);
  return labels.map((label) => label.replaceAll(/\d+/g, 'N'));
}
