import type { Arguments } from './arguments.util.ts';
import type { CommandOutput } from './command.types.ts';
import { type Cell, formatRecord, formatTable } from './table-text.util.ts';

/** Renders a list answer as a table with the number of all entries. */
export function renderList<One>(
  toRow: (item: One) => Readonly<Record<string, Cell>>,
): (answer: { total: number; data: One[] }) => CommandOutput {
  return (answer) => ({
    json: answer,
    lines: [...formatTable(answer.data.map(toRow)), `${answer.data.length} of ${answer.total}`],
  });
}

/** Renders a single object, one property per line. */
export function renderOne<One extends object>(
  toRecord: (item: One) => Readonly<Record<string, Cell>>,
): (answer: { data: One }) => CommandOutput {
  return ({ data }) => ({ json: data, lines: formatRecord(toRecord(data)) });
}

/** Renders the success of a call that answers without content. */
export function renderDone(json: Readonly<Record<string, Cell>>, line: string): CommandOutput {
  return { json, lines: [line] };
}

/** Renders the deletion of the entry that the positional argument names. `idName` is the property of its id in the JSON. */
export function renderDeleted(idName: string): (answer: unknown, args: Arguments) => CommandOutput {
  return (_, args) => {
    const id = args.argument();
    return renderDone({ [idName]: id, deleted: true }, `${id} is deleted`);
  };
}
