// Requires that the repository contains no secrets. The check searches all files that git would commit for keys, tokens of known
// formats, URLs with passwords, and random values that are assigned to names such as `password`. `exceptions` lists values that
// only look like secrets, with the reasons. An exception without a use is also reported.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** Files in which findings of one kind are not secrets. */
const exceptions = [
  {
    file: /^apps\/server\/tests\/fixtures\/wycheproof-jws\.json$/,
    kind: 'signed token',
    reason: 'published test vectors of Project Wycheproof',
  },
  {
    file: /^packages\/tdf\/vectors\/wycheproof\/\w+\.json$/,
    kind: 'private key',
    reason: 'published test vectors of Project Wycheproof',
  },
  {
    file: /^(?:apps\/server\/src\/modules\/accounts\/hostile\.test|e2e\/tests\/(?:account|faults|keyboard)\.spec)\.ts$/,
    kind: 'value of a secret name',
    reason: 'passwords of accounts that the tests create',
  },
  {
    file: /^apps\/server\/src\/modules\/push\/jpush\.test\.ts$/,
    kind: 'value of a secret name',
    reason: 'a fictitious registration id of a phone',
  },
  {
    file: /^apps\/server\/src\/modules\/push\/web-push\.test\.ts$/,
    kind: 'value of a secret name',
    reason: 'the example of RFC 8291',
  },
];

/** Placeholders for secrets in examples and tests. */
const placeholder =
  /^(?:secret|password|token|user|example|test|wrong|changeme|x+|\.+|…|<.*|\$\{?.*|%s)$|^(?:secret|password)[-_]?\w{0,4}$/i;

/** Patterns of secrets, each with its kind. */
const secretPatterns = [
  ['private key', /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----\s*(?:\\n|\n)?[A-Za-z0-9+/]{20}/g],
  ['private key', /"d"\s*:\s*"[\w-]{40,}"/g],
  ['signed token', /\beyJ[\w-]{10,}\.[\w-]{6,}\.[\w-]{20,}/g],
  ["operator's credential", /\bsealflow-operator-[\w-]{20,}/g],
  ['token of a cloud', /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b|\bAIza[\w-]{35}\b/g],
  ['token of a forge', /\b(?:gh[opsur]_[A-Za-z0-9]{36,}|github_pat_\w{22,}|glpat-[\w-]{20,})/g],
  ['token of a registry', /\bnpm_[A-Za-z0-9]{36}\b|\/\/[\w.-]+\/:_(?:authToken|password)\s*=\s*\S+/g],
  ['token of a service', /\b(?:xox[abeoprs]-[\w-]{10,}|sk-[A-Za-z0-9_-]{32,}|SG\.[\w-]{20,}\.[\w-]{20,})/g],
];

const urlWithPassword = /\b[a-z][a-z0-9+.-]*:\/\/([^\s/:@'"`]+):([^\s/@'"`]+)@[\w.[\]-]+/gi;
const quotedAssignment =
  /["'`]?\b([\w-]*(?:password|passwd|passphrase|secret|token|credential|api_?key|private_?key|master_?key)[\w-]*)["'`]?\s*[:=]\s*(["'`])([^"'`\n]{16,200})\2/gi;
const variableAssignment =
  /^\s*(?:export\s+)?([A-Z][A-Z0-9_]*(?:PASSWORD|SECRET|TOKEN|KEY))=([^\s'"$]{16,})$/gm;

/** Texts with a higher entropy count as random, in bits per character. The maximum is 4 for hexadecimal digits and 6 for base64. */
const minEntropyBits = { hex: 3, other: 3.7 };

/**
 * @param {string} text
 * @returns {{ kind: string, index: number }[]} the kind of each likely secret, and the index of its first character.
 */
export function secretsIn(text) {
  const found = [];
  for (const [kind, pattern] of secretPatterns) {
    for (const { index } of text.matchAll(pattern)) found.push({ kind, index });
  }
  for (const { index, 1: user, 2: password } of text.matchAll(urlWithPassword)) {
    if (!placeholder.test(password) && !isTemplate(password) && !isTemplate(user))
      found.push({ kind: 'password of an address', index });
  }
  for (const { index, 3: value } of text.matchAll(quotedAssignment)) {
    if (looksRandom(value)) found.push({ kind: 'value of a secret name', index });
  }
  for (const { index, 2: value } of text.matchAll(variableAssignment)) {
    if (looksRandom(value)) found.push({ kind: 'value of a secret name', index });
  }
  return found;
}

const isTemplate = (text) => /[${}()<>]/.test(text);

/** Matches a random sequence of letters and digits, but no sentence, path, name or template. */
function looksRandom(value) {
  if (!/^[A-Za-z0-9+/=_.~-]+$/.test(value) || /^[./]|\/\w+\/\w+\/|\.(?:ts|json|pem|key)$/.test(value))
    return false;
  if (/^(?:[a-z]+|[A-Z]+)(?:[-_.](?:[a-z]+|[A-Z]+|\d{1,3}))*$/.test(value) || !/\d/.test(value)) return false;
  return entropyOf(value) > (/^[0-9a-f]+$/i.test(value) ? minEntropyBits.hex : minEntropyBits.other);
}

/** The Shannon entropy of a text, in bits per character. */
function entropyOf(text) {
  const counts = new Map();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

/** Larger files are generated data and are not searched. */
const maxFileBytes = 1024 * 1024;

function check() {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
    .split('\0')
    .filter((file) => file !== '' && file !== 'package-lock.json');
  const problems = [];
  const usedExceptions = new Set();
  for (const file of files) {
    const bytes = read(file);
    if (bytes === undefined || bytes.length > maxFileBytes || bytes.subarray(0, 8000).includes(0)) continue;
    const text = bytes.toString('utf8');
    for (const { kind, index } of secretsIn(text)) {
      const exception = exceptions.find((one) => one.kind === kind && one.file.test(file));
      if (exception) usedExceptions.add(exception);
      else problems.push(`${file}:${text.slice(0, index).split('\n').length}: looks like a ${kind}`);
    }
  }
  for (const exception of exceptions) {
    if (!usedExceptions.has(exception))
      problems.push(`scripts/check-secrets.mjs: exception without a use: "${exception.reason}"`);
  }
  if (problems.length === 0) return;
  process.stderr.write(
    `${problems.join('\n')}\nA committed secret must be revoked before it is removed, because it remains in the history.\n`,
  );
  process.exitCode = 1;
}

function read(file) {
  try {
    return readFileSync(file);
  } catch (error) {
    // The file is deleted but not yet committed, or it is a link to a folder.
    if (error.code === 'ENOENT' || error.code === 'EISDIR') return undefined;
    throw error;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) check();
