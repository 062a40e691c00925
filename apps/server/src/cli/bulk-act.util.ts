import type { Answer } from '@sealflow/contract';
import { errorText, isErrorCode } from '@sealflow/domain/errors';
import { type Arguments, splitList } from './arguments.util.ts';
import type { CommandOutput } from './command.types.ts';
import { formatTable } from './table-text.util.ts';
import { UsageError } from './usage.errors.ts';

type Result = Answer<'POST /api/v1/tenants/{tid}/admin/members/actions/bulk'>['data'][number];

/** At most so many objects in one call. */
const objectsPerRequest = 200;

/** The objects that an option names, and one from each line of `--file`. */
export async function readObjects(args: Arguments, option: string): Promise<string[]> {
  const objects = [...(args.list(option) ?? []), ...splitList((await args.file('file')) ?? '', '\n')];
  if (objects.length === 0) throw new UsageError(`--${option} or --file must name ${option}`);
  return objects;
}

const toRow = (result: Result) => ({
  id: result.id,
  result: result.ok ? 'done' : 'failed',
  problem: result.ok
    ? null
    : isErrorCode(result.code)
      ? errorText(result.code, 'en', result.params)
      : result.code,
});

/** Performs an act on many objects in several calls. @returns the result of each; it is a failure if one failed. */
export async function performBulkAct<T>(
  objects: readonly T[],
  perform: (piece: T[]) => Promise<{ data: Result[] }>,
): Promise<CommandOutput> {
  const results: Result[] = [];
  for (let from = 0; from < objects.length; from += objectsPerRequest)
    results.push(...(await perform(objects.slice(from, from + objectsPerRequest))).data);
  const failed = results.filter(({ ok }) => !ok).length;
  return {
    json: { done: results.length - failed, failed, data: results },
    lines: [...formatTable(results.map(toRow)), `${results.length - failed} done, ${failed} failed`],
    ...(failed > 0 ? { isFailure: true as const } : {}),
  };
}
