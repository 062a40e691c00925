// What a person reads stands in the catalogues (apps/mobile/src/i18n, packages/viewers/src/texts and the error catalogue),
// in both languages: a text anywhere else in the app is found here, by the syntax tree.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseSync } from '@swc/core';

const files = execFileSync(
  'git',
  [
    'ls-files',
    '--cached',
    '--others',
    '--exclude-standard',
    'apps/mobile/src',
    'packages/ui/src',
    'packages/viewers/src',
  ],
  {
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter(
    (file) =>
      /\.tsx?$/.test(file) &&
      !/\/i18n\/|^packages\/viewers\/src\/texts\/|\/tests\/|\.test\.tsx?$|\.d\.ts$/.test(file),
  );

/** Attributes and properties whose value is read or heard. */
const spoken = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
  'detail',
  'hint',
  'label',
  'placeholder',
  'summary',
  'text',
  'title',
]);
const computed = new Set(['CallExpression', 'MemberExpression', 'BinaryExpression']);
const han = /\p{Script=Han}/u;
/** A word of two letters or more: signs such as `·`, `%` or `×` are no language's. */
const word = /\p{Letter}{2,}/u;
/** A property of such a name may hold a sign of two letters; what has two words is said to somebody. */
const words = /\p{Letter}{2,} \p{Letter}/u;

const found = [];

for (const file of files) {
  let source;
  try {
    source = readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') continue;
    throw error;
  }
  const tsx = file.endsWith('.tsx');
  walk(parseSync(source, { syntax: 'typescript', tsx, target: 'esnext' }), {
    report: (text) => found.push(`${file}: ${JSON.stringify(text.trim())}`),
  });
}

/** @param told - what makes a text at this place one that is read: a pattern, where the place is read. */
function walk(node, { report, told }) {
  if (typeof node !== 'object' || node === null) return;
  if (Array.isArray(node)) {
    for (const one of node) walk(one, { report, told });
  } else if (node.type === 'JSXText') {
    if (word.test(node.value)) report(node.value);
  } else if (node.type === 'JSXAttribute') {
    const { name, namespace } = node.name;
    const attribute = name ? `${namespace.value}:${name.value}` : node.name.value;
    walk(node.value, { report, told: spoken.has(attribute) ? word : undefined });
  } else if (node.type === 'KeyValueProperty' && spoken.has(node.key.value)) {
    walk(node.value, { report, told: words });
  } else if (node.type === 'StringLiteral' || node.type === 'TemplateElement') {
    const text = node.type === 'StringLiteral' ? node.value : (node.cooked ?? node.raw);
    if (han.test(text) || told?.test(text)) report(text);
  } else {
    // What an attribute is computed from is no text of it: arguments, names, sides of a comparison.
    const within = computed.has(node.type) ? undefined : told;
    for (const [key, value] of Object.entries(node)) {
      if (key !== 'span' && key !== 'type') walk(value, { report, told: within });
    }
  }
}

if (found.length > 0) {
  process.stderr.write(`texts outside the catalogues:\n${found.join('\n')}\n`);
  process.exitCode = 1;
}
