import { parseArgs } from 'node:util';
import { benchmarks, isBenchmark } from './benchmarks.ts';
import { table } from './table.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean' },
    help: { type: 'boolean' },
    rows: { type: 'string' },
    seconds: { type: 'string', default: '2' },
    postgres: { type: 'string' },
    parts: { type: 'string' },
    profile: { type: 'string' },
    opentdf: { type: 'string' },
    employees: { type: 'string' },
    costs: { type: 'string' },
    engine: { type: 'string', multiple: true },
    day: { type: 'string' },
    limits: { type: 'string' },
  },
});
const [name = ''] = positionals;

const usage = `usage: npm run -s bench -- NAME [--json]
NAME is one of: ${Object.keys(benchmarks).join(', ')}
  tdf       [--opentdf FOLDER]   beside the OpenTDF web SDK that is installed or built there; beside age where it is installed
  server    [--rows N] [--seconds S] [--postgres BIN]   Parse Server is installed below bench/peers at the first run
  scale     [--rows N] [--seconds S] [--postgres BIN] [--parts polling,events,nodes] [--profile FOLDER]
            takes 4 minutes: a whole minute in which nobody is known, a whole one in which all are
  growth    [--postgres BIN]   bytes that an application leaves in the database and in an archive
  calls     [--rows N] [--postgres BIN]
  console   [--postgres BIN]   first screen of the console, its lists at 100,000 rows, and an import of 10,000 people; 5 minutes
  exact     exact pages of a sealed Word document of 200 pages and of a workbook of 100,000 rows, in the built app
  fulltext  search in the text of 2,000 documents, in Chromium's own database
  queue     fifty tasks decided from the keyboard with their documents beside them, in the built app
  engines   [--engine NAME]      in real WebKit, Firefox and Chromium; an engine that is not installed is named and left out
  capacity  [--employees N] [--costs FILE] [--day JSON] [--limits JSON]   arithmetic alone; FILE is what calls --json printed
All but scale and engines, which is not yet timed on quiet cores, end within 3 minutes on two quiet cores. What they start and write is gone when they end.`;

if (isBenchmark(name) && !values.help) {
  const { run } = await benchmarks[name]();
  const result = await run({
    rows: Number(values.rows ?? (name === 'calls' ? 200_000 : 1_000_000)),
    seconds: Number(values.seconds),
    postgres: values.postgres,
    parts: values.parts?.split(','),
    profile: values.profile,
    opentdf: values.opentdf,
    employees: values.employees === undefined ? undefined : Number(values.employees),
    costs: values.costs,
    engines: values.engine,
    day: values.day,
    limit: values.limits,
  });
  console.log(values.json ? JSON.stringify(result) : table(result));
} else if (values.help) {
  console.log(usage);
} else {
  console.error(usage);
  process.exitCode = 2;
}
