import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Deployment, environment, repository, runProgram } from './deployment.ts';
import { signIn } from './person.ts';
import { check, type DrillStep } from './step.ts';

/** The credentials of the person whom the manual’s example creates. */
export const approver = { username: 'lina', password: 'drill-Secret-1', tid: 'chenguang' };

export const installationSteps: readonly DrillStep[] = [
  {
    name: 'a service starts on an empty database, and becomes ready',
    run: async (deployment) => {
      const { url } = await deployment.startNode('a');
      check((await fetch(`${url}/readyz`)).status === 200, 'readyz answers 200');
      await deployment.startNode('b');
    },
  },
  {
    name: 'the commands of the manual create an organisation',
    run: async (deployment) => {
      const file = join(deployment.folder, 'plain.txt');
      writeFileSync(file, 'to be sealed\n');
      for (const words of commandsOfManual()) {
        const shownWords = words.map((word) => (word === 'FILE' ? file : word));
        const result = await deployment.sealflow('a', shownWords, { input: `${approver.password}\n` });
        check(
          result.code === 0,
          `${shownWords.slice(0, 2).join(' ')} ends with 0, not ${result.code}: ${result.err}`,
        );
      }
      check((await signIn(nodeUrl(deployment, 'b'), approver)).token !== '', 'the approver signs in');
    },
  },
  {
    name: 'a scheduled backup with only the data folder fails with one line and changes nothing',
    run: async (deployment) => {
      const before = await stateOf(deployment);
      const backup = join(deployment.folder, 'scheduled.backup');
      const env = { ...environment(), DATA_DIR: join(deployment.folder, 'nodes/a') };
      const result = await runProgram(
        [join(repository, 'apps/server/src/cli/main.ts'), 'backup', backup],
        env,
      );
      check(result.code === 1 && result.out === '', 'the backup ends with 1');
      check(/^[^\n]+which is not set[^\n]+\n$/.test(result.err), `one line instead of: ${result.err}`);
      check((await stateOf(deployment)) === before, 'no database and no credential is created');
    },
  },
];

async function stateOf(deployment: Deployment): Promise<string> {
  const url = deployment.database.urlForPort(deployment.database.port());
  const credentials = await deployment.query(url, 'select operator_id from operator_credentials order by 1');
  const databases = await deployment.query(url, 'select datname from pg_database order by 1');
  const credential = readFileSync(join(deployment.folder, 'nodes/a/operator-credential'), 'utf8');
  return JSON.stringify([credentials, databases, credential]);
}

export function nodeUrl({ nodes }: Deployment, name: string): string {
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
