// All texts for users are in the catalogues (apps/mobile/src/i18n, packages/viewers/src/texts and the error catalogue), in both
// languages. This check finds texts elsewhere in the app by the syntax tree.
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
    'apps/console/src',
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

/** Attributes and properties whose value the user reads or hears. */
const textAttributes = new Set([
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
/** A word of two letters or more. Signs such as `·`, `%` or `×` belong to no language. */
const word = /\p{Letter}{2,}/u;
/** Two words. A property can contain a code of two letters, so one word is no evidence of a text. */
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

/** @param textPattern - matches texts for users at this place. Undefined where only Chinese text is evidence. */
function walk(node, { report, textPattern }) {
  if (typeof node !== 'object' || node === null) return;
  if (Array.isArray(node)) {
    for (const one of node) walk(one, { report, textPattern });
  } else if (node.type === 'JSXText') {
    if (word.test(node.value)) report(node.value);
  } else if (node.type === 'JSXAttribute') {
    const { name, namespace } = node.name;
    const attribute = name ? `${namespace.value}:${name.value}` : node.name.value;
    walk(node.value, { report, textPattern: textAttributes.has(attribute) ? word : undefined });
  } else if (node.type === 'KeyValueProperty' && textAttributes.has(node.key.value)) {
    walk(node.value, { report, textPattern: words });
  } else if (node.type === 'StringLiteral' || node.type === 'TemplateElement') {
    const text = node.type === 'StringLiteral' ? node.value : (node.cooked ?? node.raw);
    if (han.test(text) || textPattern?.test(text)) report(text);
  } else {
    // Arguments, names and the sides of a comparison are not texts of the attribute.
    const childPattern = computed.has(node.type) ? undefined : textPattern;
    for (const [key, value] of Object.entries(node)) {
      if (key !== 'span' && key !== 'type') walk(value, { report, textPattern: childPattern });
    }
  }
}

if (found.length > 0) {
  process.stderr.write(`texts outside the catalogues:\n${found.join('\n')}\n`);
  process.exitCode = 1;
}
