// No name, phone number, token, key, file name or word of a person is in a log: looks through everything that the programs
// of a test run wrote down (log-scan/capture.mjs) for the values that the run itself used, and for what is a secret or a
// personal thing by its form alone. What is none and looks like one is allowed below, each with its reason.
//   node scripts/check-logs.mjs FOLDER [--keep]
// Exit codes: 0 nothing was found, 1 something was, 2 there is nothing to look at.
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Lines that are meant to be as they are. */
const allowed = [
  {
    like: /"purpose":"(?:login|reset|update|second_factor)","msg":"verification code \d{6}"/,
    why: 'CODES_TO_LOG says so: a deployment that can send no message shows its codes to whoever runs it',
  },
  {
    like: /^E[A-Z]+: [a-z ,]+, \w+ '[^']+'$/,
    why: 'the command line answers whoever typed the name of a file that is not there; the service logs in JSON',
  },
];

/** What is personal or secret by its form. */
const forms = [
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
  // Every message of ours is English: what is not came from a person.
  ['words of a person', /[\u2e80-\u9fff\uf900-\ufaff\uff01-\uff60]+/g],
];

/** Of a line of our log: what says when and where, which call as it is declared, and ids. The rest is looked through. */
const plainFields = new Set(['level', 'time', 'pid', 'ms', 'status', 'reqId', 'faultID', 'method', 'route']);
const uuid = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi;
/** Where code lies. */
const place = /(?:file:\/\/)?(?:\/[\w@.+-]+)+\.(?:m|c)?[jt]sx?(?::\d+)*|node:[\w/]+(?::\d+)*/g;

/** Words that people of tests are called or write, and that are also words of ours, or of the machine. */
const least = { latin: 5, other: 2 };

/** @returns the parts of a line that could hold what should not be there. */
export function partsOf(line) {
  const bare = line.replaceAll(uuid, '·').replaceAll(place, '·');
  try {
    return [...leaves(JSON.parse(bare))].join('\n');
  } catch {
    return bare;
  }
}

function* leaves(value, name = '') {
  if (plainFields.has(name)) return;
  if (typeof value === 'string') yield value;
  else if (typeof value === 'number') yield String(value);
  else if (typeof value === 'object' && value !== null)
    for (const [key, one] of Object.entries(value)) yield* leaves(one, key);
}

/** Finds any of many values in texts in one pass, by their first letters. */
export function finder(values) {
  const byHead = new Map();
  for (const [value, kind] of values) {
    const head = value.slice(0, value.length < 4 ? 2 : 4);
    const known = byHead.get(head);
    if (known) known.push([value, kind]);
    else byHead.set(head, [[value, kind]]);
  }
  const isWord = (sign) => sign !== undefined && /[\p{L}\p{N}_]/u.test(sign);
  return (text) => {
    const found = [];
    for (let at = 0; at < text.length; at += 1) {
      for (const size of [2, 4]) {
        for (const [value, kind] of byHead.get(text.slice(at, at + size)) ?? []) {
          if (!text.startsWith(value, at)) continue;
          const isLatin = /^[\x20-\x7e]+$/.test(value);
          // A name within another word is another word.
          if (isLatin && (isWord(text[at - 1]) || isWord(text[at + value.length]))) continue;
          found.push({ kind, value });
        }
      }
    }
    return found;
  };
}

/**
 * @param {readonly (readonly [kind: string, value: string])[]} recorded
 * @returns {Map<string, string>} value → kind: those that can be told from a word of ours.
 */
export function searched(recorded) {
  const ids = new Set(recorded.filter(([kind]) => kind === 'id').map(([, value]) => value));
  const values = new Map();
  for (const [kind, value] of recorded) {
    const text = value.trim();
    const isLatin = /^[\x20-\x7e]+$/.test(text);
    const isShort = text.length < (isLatin ? least.latin : least.other);
    if (kind === 'id' || ids.has(text) || isShort || ourWords.has(text.toLowerCase())) continue;
    // A number alone is a time, a size or a port too; but for a code nothing else has six digits by chance so rarely.
    if (/^\d+$/.test(text) && text.length < 6) continue;
    values.set(text, kind);
  }
  return values;
}

/** Values of tests that are also words of our own messages. Each stands in a line that the code itself writes. */
const ourWords = new Set([
  // `is of another service`, `cannot take … with nobody`, `nobody reads this`, and Node's own `memory leak detected`.
  'another',
  'nobody',
  'memory',
  // Names of the language that generated texts are made of, and that stand in traces.
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

/** @returns {{ kind: string, value: string }[]} what a line holds and should not. */
export function findingsIn(line, find) {
  if (allowed.some(({ like }) => like.test(line))) return [];
  const text = partsOf(line);
  const byForm = forms.flatMap(([kind, form]) =>
    [...text.matchAll(form)].map(([value]) => ({ kind, value })),
  );
  return [...byForm, ...find(text)];
}

function main([folder, ...options]) {
  const files = folder === undefined ? [] : readdirSync(folder);
  const read = (file) => readFileSync(join(folder, file), 'utf8').split('\n').filter(Boolean);
  const logs = files.filter((file) => file.startsWith('lines-'));
  const recorded = files
    .filter((file) => file.startsWith('values-'))
    .flatMap((file) => read(file).map((row) => JSON.parse(row)));
  const values = searched(recorded);
  const lines = new Map();
  let total = 0;
  for (const file of logs) {
    for (const line of read(file)) {
      total += 1;
      const parts = partsOf(line);
      if (!lines.has(parts)) lines.set(parts, { file, line });
    }
  }
  if (total === 0 || values.size === 0) {
    process.stderr.write(`no lines, or no values, in ${folder ?? 'no folder'}: was the run captured?\n`);
    process.exitCode = 2;
    return;
  }
  const find = finder(values);
  const wrong = [];
  for (const { file, line } of lines.values())
    for (const { kind, value } of findingsIn(line, find)) wrong.push({ file, kind, value, line });
  const looked = `${total} lines (${lines.size} unlike each other) of ${logs.length} programs, for ${values.size} values`;
  if (wrong.length === 0) {
    process.stdout.write(`Nothing personal or secret in ${looked}.\n`);
    if (!options.includes('--keep')) rmSync(folder, { recursive: true });
    return;
  }
  for (const { file, kind, value, line } of wrong.slice(0, 50))
    process.stderr.write(`${file}: ${kind} ${JSON.stringify(value)} in\n  ${line.slice(0, 500)}\n`);
  process.stderr.write(`${wrong.length} found in ${looked}.\n`);
  process.exitCode = 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main(process.argv.slice(2));
