import { benchmarksOf, type Cell, type Figure, type FigureTable } from './figure-table.ts';
import { percent } from './quiet-machine.ts';
import { type BenchmarkResult, figuresOf, isDisturbed, type Results } from './results.ts';
import { valueAt } from './values.ts';

/** Marks figures that were typed by hand before results were stored. */
const earlierMark = '†';

const texts = {
  en: {
    notMeasured: 'not measured',
    earlier: '† Typed by hand before results were stored. The next run of its benchmark replaces it.',
    date: (date: Date) =>
      new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(date),
    source: ({ names, date, commit, runs, machine }: SourceParts) =>
      `${names}: ${date}, commit ${commit}, ${runs === 1 ? '1 run' : `median of ${runs} runs`}, on ${machine}.`,
    dirty: ' with uncommitted changes',
    disturbed: (share: string) => ` **Measured on a busy machine: other programs used ${share}.**`,
    processors: (cores: number, processor: string) => `${cores} cores (${processor})`,
    separator: ', ',
  },
  zh: {
    notMeasured: '未测量',
    earlier: '† 保存测量结果之前手工填写，下次运行对应的基准测试时会被替换。',
    date: (date: Date) =>
      new Intl.DateTimeFormat('zh-CN', { dateStyle: 'long', timeZone: 'UTC' }).format(date),
    source: ({ names, date, commit, runs, machine }: SourceParts) =>
      `${names}：${date}，提交 ${commit}，${runs === 1 ? '运行 1 次' : `运行 ${runs} 次取中位数`}，${machine}。`,
    dirty: '（含未提交的改动）',
    disturbed: (share: string) => `**测量时机器繁忙：其他程序占用 ${share}。**`,
    processors: (cores: number, processor: string) => `${cores} 核（${processor}）`,
    separator: '、',
  },
} as const;

/** The parts of a machine that influence its results. */
function machineText(
  { cores, processor, memoryGib, system, node, postgres, chromium }: BenchmarkResult['machine'],
  language: FigureTable['language'],
): string {
  const { processors, separator } = texts[language];
  return [
    processors(cores, processor),
    `${memoryGib} GiB`,
    system,
    `Node ${node}`,
    ...(postgres === undefined ? [] : [`PostgreSQL ${postgres}`]),
    ...(chromium === undefined ? [] : [`Chromium ${chromium}`]),
  ].join(separator);
}

interface SourceParts {
  readonly names: string;
  readonly date: string;
  readonly commit: string;
  readonly runs: number;
  readonly machine: string;
}

/**
 * Renders the region of a table.
 * @param current - the region as it is. Its cells that end with a † remain where there is no result. A region with a †
 * whose benchmarks have no result at all remains as a whole, so that its figures are not lost.
 */
export function renderTable(table: FigureTable, results: Results, current: string): string {
  const measured = benchmarksOf(table).filter((name) => results[name] !== undefined);
  if (measured.length === 0 && current.includes(earlierMark)) return current;
  const figureOf = figureReader(results);
  const earlier = earlierCells(current);
  const { notMeasured } = texts[table.language];
  const cellText = (cell: Cell, place: string) =>
    typeof cell === 'string' ? cell : (figureOf(cell) ?? earlier.get(place) ?? notMeasured);
  const rows = table.rows.map(([label, ...cells]) => [
    label,
    ...cells.map((cell, index) => cellText(cell, placeOf(label, index + 1))),
  ]);
  const lineOf = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const lines = [lineOf(table.columns), `|${'---|'.repeat(table.columns.length)}`, ...rows.map(lineOf)];
  const hasEarlier = rows.flat().some((cell) => cell.endsWith(earlierMark));
  const notes = [...(hasEarlier ? [texts[table.language].earlier] : []), ...sourcesOf(table, results)];
  return `\n\n${lines.join('\n')}\n\n${notes.map((note) => `${note}\n`).join('\n')}${notes.length > 0 ? '\n' : ''}`;
}

/** @returns a function that formats a figure; it returns undefined where a value is missing. */
function figureReader(results: Results): (figure: Figure) => string | undefined {
  const medians = new Map<string, unknown>();
  return ({ benchmark, keys, format }) => {
    const result = results[benchmark];
    if (result === undefined) return undefined;
    if (!medians.has(benchmark)) medians.set(benchmark, figuresOf(result));
    const values = keys.map((key) => valueAt(medians.get(benchmark), key));
    return values.every((value) => typeof value === 'number' || typeof value === 'string')
      ? format(values)
      : undefined;
  };
}

const placeOf = (label: string, column: number) => `${label}\n${column}`;

/** The cells with a † of a region, by label and column. */
function earlierCells(region: string): ReadonlyMap<string, string> {
  const cells = new Map<string, string>();
  for (const line of region.split('\n')) {
    const [label = '', ...others] = line.replace(/^\| /, '').replace(/ \|$/, '').split(' | ');
    for (const [index, cell] of others.entries()) {
      if (cell.endsWith(earlierMark)) cells.set(placeOf(label, index + 1), cell);
    }
  }
  return cells;
}

/** Says when, from which commit and where the results of a table were measured. Equal origins share a line. */
function sourcesOf(table: FigureTable, results: Results): string[] {
  const text = texts[table.language];
  const namesOf = new Map<string, string[]>();
  for (const name of benchmarksOf(table)) {
    const result = results[name];
    if (result === undefined) continue;
    const disturbed = isDisturbed(name, result) ? text.disturbed(percent(result.busyShare)) : '';
    const source = JSON.stringify([sourceParts(result, table.language), disturbed]);
    namesOf.set(source, [...(namesOf.get(source) ?? []), `\`${name}\``]);
  }
  return [...namesOf].map(([source, names]) => {
    const [parts, disturbed] = JSON.parse(source) as [Omit<SourceParts, 'names'>, string];
    return text.source({ ...parts, names: names.join(text.separator) }) + disturbed;
  });
}

function sourceParts(result: BenchmarkResult, language: FigureTable['language']): Omit<SourceParts, 'names'> {
  const text = texts[language];
  return {
    date: text.date(new Date(`${result.date}T00:00:00Z`)),
    commit: `\`${result.commit}\`${result.isDirty ? text.dirty : ''}`,
    runs: result.runs.length,
    machine: machineText(result.machine, language),
  };
}
