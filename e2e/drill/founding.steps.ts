import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { signIn } from './person.ts';
import { type DrillPlace, environment, repository, runProgram } from './place.ts';
import { check, type DrillStep } from './step.ts';

/** The credentials of the person whom the manual’s example creates. */
export const approver = { username: 'lina', password: 'drill-Secret-1', tid: 'chenguang' };

export const foundingSteps: readonly DrillStep[] = [
  {
    name: 'a service is founded on an empty database, and becomes ready',
    run: async (place) => {
      const { url } = await place.startNode('a');
      check((await fetch(`${url}/readyz`)).status === 200, 'readyz answers 200');
      await place.startNode('b');
    },
  },
  {
    name: 'the commands of the manual found an organisation',
    run: async (place) => {
      const file = join(place.folder, 'plain.txt');
      writeFileSync(file, 'to be sealed\n');
      for (const words of commandsOfManual()) {
        const asked = words.map((word) => (word === 'FILE' ? file : word));
        const ran = await place.sealflow('a', asked, { input: `${approver.password}\n` });
        check(ran.code === 0, `${asked.slice(0, 2).join(' ')} ends with 0, not ${ran.code}: ${ran.err}`);
      }
      check((await signIn(nodeUrl(place, 'b'), approver)).token !== '', 'the approver signs in');
    },
  },
  {
    name: 'a scheduled backup with the data folder alone fails in one line and changes nothing',
    run: async (place) => {
      const before = await stateOf(place);
      const backup = join(place.folder, 'scheduled.backup');
      const env = { ...environment(), DATA_DIR: join(place.folder, 'nodes/a') };
      const ran = await runProgram([join(repository, 'apps/server/src/cli/main.ts'), 'backup', backup], env);
      check(ran.code === 1 && ran.out === '', 'the backup ends with 1');
      check(/^[^\n]+which is not set[^\n]+\n$/.test(ran.err), `one line, not: ${ran.err}`);
      check((await stateOf(place)) === before, 'no database and no credential is made');
    },
  },
];

async function stateOf(place: DrillPlace): Promise<string> {
  const url = place.database.urlForPort(place.database.port());
  const credentials = await place.query(url, 'select operator_id from operator_credentials order by 1');
  const databases = await place.query(url, 'select datname from pg_database order by 1');
  const credential = readFileSync(join(place.folder, 'nodes/a/operator-credential'), 'utf8');
  return JSON.stringify([credentials, databases, credential]);
}

export function nodeUrl({ nodes }: DrillPlace, name: string): string {
  const node = nodes.get(name);
  if (!node) throw new Error(`node ${name} does not run`);
  return node.url;
}

/** The commands of docs/operations.md below "From an empty database", as words. */
function commandsOfManual(): string[][] {
  const manual = readFileSync(join(repository, 'docs/operations.md'), 'utf8');
  const [, block = ''] = /From an empty database[^`]*```sh\n([\s\S]*?)```/.exec(manual) ?? [];
  const lines = block.replaceAll('\\\n', ' ').split('\n');
  const commands = lines.flatMap((line) => {
    const [, words] = /^npm run -s sealflow -- ([^#]*)/.exec(line) ?? [];
    return words === undefined ? [] : [wordsOf(words)];
  });
  check(commands.length >= 8, 'the manual has its commands');
  return commands;
}

/** Splits at blanks outside of quotes. */
function wordsOf(line: string): string[] {
  return [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}
