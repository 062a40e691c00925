// No secret lies in the repository: looks through every file that would be committed for keys, tokens of known makes,
// addresses with passwords, and values of secret names that look made by chance. What is none and looks like one is
// allowed below, each with its reason; an allowance that nothing needs any more is an error too.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** Files whose findings of one kind are none. */
const allowed = [
  {
    file: /^apps\/server\/tests\/fixtures\/wycheproof-jws\.json$/,
    kind: 'signed token',
    why: 'published vectors of Project Wycheproof',
  },
  {
    file: /^packages\/tdf\/vectors\/wycheproof\/\w+\.json$/,
    kind: 'private key',
    why: 'published vectors of Project Wycheproof',
  },
  {
    file: /^(?:apps\/server\/src\/modules\/accounts\/hostile\.test|e2e\/tests\/(?:account|faults|keyboard)\.spec)\.ts$/,
    kind: 'value of a secret name',
    why: 'passwords of people whom the test itself makes',
  },
  {
    file: /^apps\/server\/src\/modules\/push\/jpush\.test\.ts$/,
    kind: 'value of a secret name',
    why: 'a registration id of a phone that does not exist',
  },
  {
    file: /^apps\/server\/src\/modules\/push\/web-push\.test\.ts$/,
    kind: 'value of a secret name',
    why: 'the example of RFC 8291',
  },
];

/** Values that stand for a secret in examples and tests. */
const placeholder =
  /^(?:secret|password|token|user|example|test|wrong|changeme|x+|\.+|…|<.*|\$\{?.*|%s)$|^(?:secret|password)[-_]?\w{0,4}$/i;

/** What is a secret by its form alone. */
const forms = [
  ['private key', /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----\s*(?:\\n|\n)?[A-Za-z0-9+/]{20}/g],
  ['private key', /"d"\s*:\s*"[\w-]{40,}"/g],
  ['signed token', /\beyJ[\w-]{10,}\.[\w-]{6,}\.[\w-]{20,}/g],
  ["operator's credential", /\bsealflow-operator-[\w-]{20,}/g],
  ['token of a cloud', /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b|\bAIza[\w-]{35}\b/g],
  ['token of a forge', /\b(?:gh[opsur]_[A-Za-z0-9]{36,}|github_pat_\w{22,}|glpat-[\w-]{20,})/g],
  ['token of a registry', /\bnpm_[A-Za-z0-9]{36}\b|\/\/[\w.-]+\/:_(?:authToken|password)\s*=\s*\S+/g],
  ['token of a service', /\b(?:xox[abeoprs]-[\w-]{10,}|sk-[A-Za-z0-9_-]{32,}|SG\.[\w-]{20,}\.[\w-]{20,})/g],
];

const address = /\b[a-z][a-z0-9+.-]*:\/\/([^\s/:@'"`]+):([^\s/@'"`]+)@[\w.[\]-]+/gi;
const assignment =
  /["'`]?\b([\w-]*(?:password|passwd|passphrase|secret|token|credential|api_?key|private_?key|master_?key)[\w-]*)["'`]?\s*[:=]\s*(["'`])([^"'`\n]{16,200})\2/gi;
const variable = /^\s*(?:export\s+)?([A-Z][A-Z0-9_]*(?:PASSWORD|SECRET|TOKEN|KEY))=([^\s'"$]{16,})$/gm;

/** Bits a character above which a text is no word: hexadecimal digits have 4 at most, base64 has 6. */
const chance = { hex: 3, other: 3.7 };

/**
 * @param {string} text
 * @returns {{ kind: string, at: number }[]} what looks like a secret, and where in the text it begins.
 */
export function secretsIn(text) {
  const found = [];
  for (const [kind, form] of forms) {
    for (const { index } of text.matchAll(form)) found.push({ kind, at: index });
  }
  for (const { index, 1: user, 2: word } of text.matchAll(address)) {
    if (!placeholder.test(word) && !isComputed(word) && !isComputed(user))
      found.push({ kind: 'password of an address', at: index });
  }
  for (const { index, 3: value } of text.matchAll(assignment)) {
    if (looksMade(value)) found.push({ kind: 'value of a secret name', at: index });
  }
  for (const { index, 2: value } of text.matchAll(variable)) {
    if (looksMade(value)) found.push({ kind: 'value of a secret name', at: index });
  }
  return found;
}

const isComputed = (text) => /[${}()<>]/.test(text);

/** One word of letters and digits mixed, as chance makes it: no sentence, path, name or template. */
function looksMade(value) {
  if (!/^[A-Za-z0-9+/=_.~-]+$/.test(value) || /^[./]|\/\w+\/\w+\/|\.(?:ts|json|pem|key)$/.test(value))
    return false;
  if (/^(?:[a-z]+|[A-Z]+)(?:[-_.](?:[a-z]+|[A-Z]+|\d{1,3}))*$/.test(value) || !/\d/.test(value)) return false;
  return entropyOf(value) > (/^[0-9a-f]+$/i.test(value) ? chance.hex : chance.other);
}

function entropyOf(text) {
  const counts = new Map();
  for (const sign of text) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

/** Bytes above which a file is no text that people write. */
const most = 1024 * 1024;

function check() {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
    .split('\0')
    .filter((file) => file !== '' && file !== 'package-lock.json');
  const wrong = [];
  const needed = new Set();
  for (const file of files) {
    const bytes = read(file);
    if (bytes === undefined || bytes.length > most || bytes.subarray(0, 8000).includes(0)) continue;
    const text = bytes.toString('utf8');
    for (const { kind, at } of secretsIn(text)) {
      const allowance = allowed.find((one) => one.kind === kind && one.file.test(file));
      if (allowance) needed.add(allowance);
      else wrong.push(`${file}:${text.slice(0, at).split('\n').length}: looks like a ${kind}`);
    }
  }
  for (const one of allowed) {
    if (!needed.has(one)) wrong.push(`scripts/check-secrets.mjs: nothing needs the allowance "${one.why}"`);
  }
  if (wrong.length === 0) return;
  process.stderr.write(
    `${wrong.join('\n')}\nA secret that was ever committed is known: withdraw it first.\n`,
  );
  process.exitCode = 1;
}

function read(file) {
  try {
    return readFileSync(file);
  } catch (error) {
    // Deleted and not yet committed, or a link to a folder.
    if (error.code === 'ENOENT' || error.code === 'EISDIR') return undefined;
    throw error;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) check();
