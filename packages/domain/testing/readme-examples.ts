import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export interface ExampleResult {
  readonly source: string;
  readonly actual: unknown;
  readonly expected: unknown;
}

/**
 * Executes every `ts` block of the README of a package. A line `expression; // => value` becomes one result.
 * @param folder - the package, so that its dependencies resolve.
 */
export async function runReadmeExamples(folder: string): Promise<readonly ExampleResult[]> {
  const readme = readFileSync(join(folder, 'README.md'), 'utf8');
  const results: ExampleResult[] = [];
  for (const [index, [, block = '']] of [...readme.matchAll(/```ts\n(.*?)```/gsu)].entries()) {
    const body = block.replaceAll(
      /^(.+?);?[ ]+\/\/ => (.+)$/gmu,
      (_line, expression: string, value: string) =>
        `results.push({ source: ${JSON.stringify(expression)}, actual: (${expression}), expected: (${value}) });`,
    );
    const file = join(folder, 'src', `readme-example-${process.pid}-${index}.ts`);
    writeFileSync(file, `export const results: object[] = [];\n${body}`);
    try {
      const module = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as {
        results: ExampleResult[];
      };
      results.push(...module.results);
    } finally {
      rmSync(file, { force: true });
    }
  }
  return results;
}
