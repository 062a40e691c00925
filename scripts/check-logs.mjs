// Requires that logs contain no personal data and no secrets. The check searches the logs of a test run, which
// log-scan/capture.mjs stored in FOLDER. It searches for the values that the run used (names, passwords, texts) and for
// patterns of secrets and personal data. `allowedLines` lists exceptions with their reasons.
//   node scripts/check-logs.mjs FOLDER [--keep]
// Without findings the check deletes FOLDER. --keep prevents this.
// Exit codes: 0 no findings, 1 findings, 2 FOLDER has no logs or no values.
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Log lines that intentionally contain such data. */
const allowedLines = [
  {
    pattern: /"purpose":"(?:login|reset|update|second_factor)","msg":"verification code \d{6}"/,
    reason:
      'With the setting CODES_TO_LOG a deployment without mail and SMS logs its codes for the operator.',
  },
  {
    pattern: /^E[A-Z]+: [a-z ,]+, \w+ '[^']+'$/,
    reason:
      'The command line prints the name of a missing file that the operator typed. The service logs JSON instead.',
  },
];

/** Patterns of secrets and personal data, each with its kind. */
const sensitivePatterns = [
  ['phone number', /(?<![\w.-])(?:\+?86[- ]?)?1[3-9]\d[- ]?\d{4}[- ]?\d{4}(?![\w-])/g],
  ['e-mail address', /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g],
  ['token', /\beyJ[\w-]{8,}\.[\w-]{4,}/g],
  ['token', /\bBearer\s+[\w.-]{8,}/g],
  ["operator's credential", /\bsealflow-operator-[\w-]{8,}/g],
  ['key', /-----BEGIN [A-Z ]+-----/g],
  [
    'key',
    /(?<![\w+/=-])(?=[\w+/-]*[a-z])(?=[\w+/-]*[A-Z])(?=[\w+/-]*\d)[A-Za-z0-9+_-]{43,}={0,2}(?![\w+/=-])/g,
  ],
  ['values of a row', /\bKey \(|Failing row contains|\bparameters: \$1/g],
  ['statement with values', /\b(?:STATEMENT|DETAIL|CONTEXT): {2}/g],
  ['address with a password', /\b[a-z][a-z+]*:\/\/[^\s/:@'"]+:[^\s/@'"]+@/g],
  [
    'file name',
    /[^\s"'/\\:]+\.(?:docx?|xlsx?|pptx?|pdf|txt|csv|jpe?g|png|heic|zip|rar|7z|eml|msg|ofd|tdf|mp4|apk|ipa|dwg)\b/gi,
  ],
  // All log messages are English, so a person wrote any Chinese text.
  ['words of a person', /[\u2e80-\u9fff\uf900-\ufaff\uff01-\uff60]+/g],
];

/** Fields of a JSON log line that contain only times, numbers, ids and declared routes. They are not searched. */
const harmlessFields = new Set([
  'level',
  'time',
  'pid',
  'ms',
  'status',
  'reqId',
  'faultID',
  'method',
  'route',
]);
const uuid = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi;
/** Locations in source code, such as those of stack traces. */
const sourceLocation = /(?:file:\/\/)?(?:\/[\w@.+-]+)+\.(?:m|c)?[jt]sx?(?::\d+)*|node:[\w/]+(?::\d+)*/g;

/** Shorter values are not searched, because they also occur in ordinary log messages. Lengths are in characters. */
const minLengths = { latin: 5, other: 2 };

/** @returns {string} the text of a line that is searched: without ids, source locations and harmless fields. */
export function searchableText(line) {
  const text = line.replaceAll(uuid, '·').replaceAll(sourceLocation, '·');
  try {
    return [...leaves(JSON.parse(text))].join('\n');
  } catch {
    return text;
  }
}

/** The strings and numbers in a JSON value. */
function* leaves(value, name = '') {
  if (harmlessFields.has(name)) return;
  if (typeof value === 'string') yield value;
  else if (typeof value === 'number') yield String(value);
  else if (typeof value === 'object' && value !== null)
    for (const [key, child] of Object.entries(value)) yield* leaves(child, key);
}

/**
 * Creates a search for many values in one pass over a text, with an index of their first characters.
 * @param {ReadonlyMap<string, string>} values - value → kind.
 * @returns {(text: string) => { kind: string, value: string }[]}
 */
export function createValueSearch(values) {
  const byPrefix = new Map();
  for (const [value, kind] of values) {
    const prefix = value.slice(0, value.length < 4 ? 2 : 4);
    const entries = byPrefix.get(prefix);
    if (entries) entries.push([value, kind]);
    else byPrefix.set(prefix, [[value, kind]]);
  }
  const isWordCharacter = (character) => character !== undefined && /[\p{L}\p{N}_]/u.test(character);
  return (text) => {
    const found = [];
    for (let index = 0; index < text.length; index += 1) {
      for (const prefixLength of [2, 4]) {
        for (const [value, kind] of byPrefix.get(text.slice(index, index + prefixLength)) ?? []) {
          if (!text.startsWith(value, index)) continue;
          // A Latin value counts only as a whole word.
          const isInWord = isWordCharacter(text[index - 1]) || isWordCharacter(text[index + value.length]);
          if (isLatin(value) && isInWord) continue;
          found.push({ kind, value });
        }
      }
    }
    return found;
  };
}

const isLatin = (text) => /^[\x20-\x7e]+$/.test(text);

/**
 * Selects the captured values that cannot occur in ordinary log messages.
 * @param {readonly (readonly [kind: string, value: string])[]} captured
 * @returns {Map<string, string>} value → kind.
 */
export function valuesToSearch(captured) {
  const ids = new Set(captured.filter(([kind]) => kind === 'id').map(([, value]) => value));
  const values = new Map();
  for (const [kind, value] of captured) {
    const text = value.trim();
    const isShort = text.length < (isLatin(text) ? minLengths.latin : minLengths.other);
    if (kind === 'id' || ids.has(text) || isShort || messageWords.has(text.toLowerCase())) continue;
    // Times, sizes and ports are numbers of fewer digits than the six of a verification code.
    if (/^\d+$/.test(text) && text.length < 6) continue;
    values.set(text, kind);
  }
  return values;
}

/** Values of tests that are also words of log messages of the service, of its tests and of Node. */
const messageWords = new Set([
  // `is of another service`, `cannot take … with nobody`, `nobody reads this`, and Node's `memory leak detected`.
  'another',
  'nobody',
  'memory',
  // The rule `to: 'people'` of overdue tasks, and the option `--people` of the command line.
  'people',
  // Node's message on unknown options: `place it at the end of the command after '--'`.
  'after',
  // Property names of JavaScript, which occur in generated texts and in stack traces.
  '__proto__',
  'apply',
  'arguments',
  'caller',
  'constructor',
  'hasownproperty',
  'isprototypeof',
  'length',
  'propertyisenumerable',
  'prototype',
  'tolocalestring',
  'tostring',
  'valueof',
]);

/**
 * Finds secrets and personal data in a line.
 * @param {(text: string) => { kind: string, value: string }[]} searchValues - created by `createValueSearch`.
 * @returns {{ kind: string, value: string }[]}
 */
export function findingsIn(line, searchValues) {
  if (allowedLines.some(({ pattern }) => pattern.test(line))) return [];
  const text = searchableText(line);
  const matches = sensitivePatterns.flatMap(([kind, pattern]) =>
    [...text.matchAll(pattern)].map(([value]) => ({ kind, value })),
  );
  return [...matches, ...searchValues(text)];
}

function main([folder, ...options]) {
  const files = folder === undefined ? [] : readdirSync(folder);
  const linesOf = (file) => readFileSync(join(folder, file), 'utf8').split('\n').filter(Boolean);
  const logFiles = files.filter((file) => file.startsWith('lines-'));
  const captured = files
    .filter((file) => file.startsWith('values-'))
    .flatMap((file) => linesOf(file).map((row) => JSON.parse(row)));
  const values = valuesToSearch(captured);
  /** One line for each different text, because most log lines repeat. */
  const distinctLines = new Map();
  let lineCount = 0;
  for (const file of logFiles) {
    for (const line of linesOf(file)) {
      lineCount += 1;
      const text = searchableText(line);
      if (!distinctLines.has(text)) distinctLines.set(text, { file, line });
    }
  }
  if (lineCount === 0 || values.size === 0) {
    process.stderr.write(
      `${folder ?? 'no folder'}: no log lines or no values. Did the run load log-scan/capture.mjs?\n`,
    );
    process.exitCode = 2;
    return;
  }
  const searchValues = createValueSearch(values);
  const findings = [];
  for (const { file, line } of distinctLines.values())
    for (const { kind, value } of findingsIn(line, searchValues)) findings.push({ file, kind, value, line });
  const scope = `${lineCount} lines (${distinctLines.size} distinct) of ${logFiles.length} programs, searched for ${values.size} values`;
  if (findings.length === 0) {
    process.stdout.write(`No personal data and no secrets in ${scope}.\n`);
    if (!options.includes('--keep')) rmSync(folder, { recursive: true });
    return;
  }
  for (const { file, kind, value, line } of findings.slice(0, 50))
    process.stderr.write(`${file}: ${kind} ${JSON.stringify(value)} in\n  ${line.slice(0, 500)}\n`);
  process.stderr.write(`${findings.length} findings in ${scope}.\n`);
  process.exitCode = 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main(process.argv.slice(2));
