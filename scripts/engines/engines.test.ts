import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../toolchain.mjs';
import { applyExceptions } from './apply-exceptions.ts';
import { lackingEngines } from './compat-data.ts';
import { checkScripts, type Finding } from './findings.ts';
import { checkBuiltFiles, checkLibraries } from './output.ts';
import { readOutputScript } from './output-script.ts';
import { polyfillTable } from './polyfill-table.ts';
import { styleUses } from './style-features.ts';
import { buildTargets, type Engine, type EngineSet, supportedEngines } from './supported-engines.ts';

/** Fixed versions, so that a change of the supported versions breaks no test. */
const engines: Readonly<Record<EngineSet, readonly Engine[]>> = {
  shells: [
    { browser: 'webview_android', version: '87' },
    { browser: 'webview_ios', version: '15.4' },
  ],
  browsers: [
    { browser: 'chrome', version: '97' },
    { browser: 'safari', version: '16.4' },
  ],
};
const all = [...engines.shells, ...engines.browsers];

const files: Readonly<Record<string, string>> = {
  'missing.ts': 'export const missing = (_target: object, _members: object) => undefined;',
  'polyfills.ts':
    "import { missing } from './missing.ts'; missing(Array.prototype, { toSorted() {} }); missing(globalThis, { reportError() {} });",
  'uses.ts': `
    const list = [3, 1];
    list.toSorted(); list.at(-1); list.findLast((item) => item > 1);
    Object.groupBy(list, String);
    structuredClone(list);
    AbortSignal.any([]);
    Promise.withResolvers();
    const { randomUUID } = crypto;
    crypto['randomUUID'];
    /(?<=a)b/; /[\\p{L}--a]/v; new RegExp('(?<!a)b');
    document.startViewTransition(() => undefined);
    new Response().bytes();
    new Set([1]).union(new Set([2]));
    document.body.style.aspectRatio = '1';
    window.addEventListener('scrollend', () => undefined);
    navigator.locks.request('x', () => undefined); new Intl.Segmenter('zh'); list.map(String);
    export default randomUUID;`,
  'guarded.ts': `
    if (typeof structuredClone === 'function') navigator.locks;
    document.startViewTransition?.(() => undefined);
    type Typed = Parameters<typeof structuredClone>;
    const own = { toSorted: () => 1, at: (index: number) => index };
    own.toSorted(); own.at(1);
    // structuredClone(list) in a comment
    export default 'structuredClone' as unknown as Typed;`,
  'page.ts': `
    import './polyfills.ts';
    import type {} from './uses.ts';
    import './page-part.ts';
    new Worker(new URL('./some.worker.ts', import.meta.url));`,
  'page-part.ts': '[1].toSorted(); reportError(1);',
  'some.worker.ts': '[1].toSorted();',
  'element.tsx': 'export const element = <search popover="auto">x</search>;',
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      target: 'esnext',
      lib: ['esnext', 'dom', 'dom.iterable'],
      module: 'esnext',
      moduleResolution: 'bundler',
      allowImportingTsExtensions: true,
      strict: true,
      jsx: 'preserve',
      types: [],
      noEmit: true,
    },
    include: ['*.ts', '*.tsx'],
  }),
};

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'engines-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const check = (entry: string, engineSet: EngineSet = 'shells') =>
  checkScripts({
    root: folder,
    projects: [join(folder, 'tsconfig.json')],
    realms: [{ engineSet, entries: [join(folder, entry)], excluded: [] }],
    enginesOf: (set) => engines[set],
  });
const pathsOf = (findings: readonly Finding[]) =>
  Array.from(new Set(findings.map(({ path }) => path))).sort();

describe('scripts', () => {
  test('features that a shell engine lacks are found by the types of their receivers', () => {
    expect(pathsOf(check('uses.ts'))).toEqual([
      'api.AbortSignal.any_static',
      'api.Crypto.randomUUID',
      'api.Document.scrollend_event',
      'api.Document.startViewTransition',
      'api.Response.bytes',
      'api.structuredClone',
      'css.properties.aspect-ratio',
      'javascript.builtins.Array.at',
      'javascript.builtins.Array.findLast',
      'javascript.builtins.Array.toSorted',
      'javascript.builtins.Object.groupBy',
      'javascript.builtins.Promise.withResolvers',
      'javascript.builtins.RegExp.unicodeSets',
      'javascript.builtins.Set.union',
      'javascript.regular_expressions.lookbehind_assertion',
    ]);
  });

  test('the report names the location and the engines of a use', () => {
    const found = check('uses.ts').find(({ path }) => path.endsWith('Array.findLast'));
    expect(found).toMatchObject({
      file: 'uses.ts',
      lines: [3],
      missingIn: [{ browser: 'webview_android', version: '87' }],
    });
  });

  test('code that only browsers run is checked against their engines', () => {
    const paths = pathsOf(check('uses.ts', 'browsers'));
    expect(paths).toContain('javascript.builtins.Array.toSorted');
    expect(paths).not.toContain('javascript.builtins.Array.at');
  });

  test('a guarded use, a type, a comment and an own method of the same name are ignored', () => {
    expect(check('guarded.ts')).toEqual([]);
  });

  test('a polyfill applies where its page loads it, and not in a worker of the page', () => {
    expect(check('page.ts').map(({ path, file }) => [path, file])).toEqual([
      ['javascript.builtins.Array.toSorted', 'some.worker.ts'],
    ]);
  });

  test('elements and attributes are found', () => {
    expect(pathsOf(check('element.tsx'))).toEqual(['html.elements.search', 'html.global_attributes.popover']);
  });
});

describe('style sheets', () => {
  const missingFeatures = (css: string, prefixes: 'added' | 'written' = 'added') =>
    styleUses(css, { engines: all, prefixes })
      .map(({ path }) => path)
      .filter((path) => lackingEngines(path, all).length > 0);

  test.each([
    ['.a:has(b) { top: 0 }', 'css.selectors.has'],
    ['.a :is(b) { top: 0 }', 'css.selectors.is'],
    ['.a { height: 100dvh }', 'css.types.length.viewport_percentage_units_dynamic'],
    ['@container (width > 1px) { .a { top: 0 } }', 'css.at-rules.container'],
    ['@layer x { .a { top: 0 } }', 'css.at-rules.layer'],
    ['.a { color: color-mix(in srgb, red, blue) }', 'css.types.color.color-mix'],
    ['.a { text-wrap: balance }', 'css.properties.text-wrap'],
    ['.a { overflow: clip }', 'css.properties.overflow.clip'],
    ['.a { aspect-ratio: 1 }', 'css.properties.aspect-ratio'],
    ['.a { .b { top: 0 } }', 'css.selectors.nesting'],
    ['@media (width > 1px) { .a { top: 0 } }', 'css.at-rules.media.range_syntax'],
  ])('%s', (css, path) => {
    expect(missingFeatures(css)).toContain(path);
  });

  test.each([
    '.a { inset: 0; gap: 1px; top: max(1px, 2px) }',
    '.a:focus-visible { --b: 100dvh }',
    '.a { height: 100vh; height: 100dvh }',
    '@supports (overflow: clip) { .a { overflow: clip } }',
    '@supports selector(:has(a)) { .a:has(b) { top: 0 } }',
    '@media (min-width: 1px) { .a { top: 0 } }',
  ])('%s passes', (css) => {
    expect(missingFeatures(css)).toEqual([]);
  });

  test('a prefix that the build adds is optional in sources and required in the build', () => {
    const bare = '.a { user-select: none }';
    expect(missingFeatures(bare)).toEqual([]);
    expect(missingFeatures(bare, 'written')).toEqual(['css.properties.user-select']);
    expect(missingFeatures('.a { -webkit-user-select: none; user-select: none }', 'written')).toEqual([]);
  });
});

describe('built files', () => {
  const syntaxOf = (code: string) =>
    Array.from(readOutputScript(code, all).syntax).filter((path) => lackingEngines(path, all).length > 0);

  test.each([
    ['class A { static { a() } }', 'javascript.classes.static.initialization_blocks'],
    ['class A { #p; has(o) { return #p in o } }', 'javascript.classes.private_class_fields_in'],
    ['/(?<=a)b/', 'javascript.regular_expressions.lookbehind_assertion'],
    ['RegExp("(?<!a)b")', 'javascript.regular_expressions.lookbehind_assertion'],
    ['/[a--b]/v', 'javascript.builtins.RegExp.unicodeSets'],
  ])('%s', (code, path) => {
    expect(syntaxOf(code)).toContain(path);
  });

  test('syntax that all engines have passes', () => {
    expect(
      syntaxOf('class A { #p = a?.b ?? 1_000; static q; m() { this.#p ??= /(?=a)(?<name>b)[(?<=]/ } }'),
    ).toEqual([]);
  });

  test('a page with inline script and style is checked too', () => {
    writeFileSync(
      join(folder, 'frame.html'),
      '<style>.a:has(b){top:0}</style><script>class A{static{a(`<style>.a{.b{top:0}}</style>`)}}</script>',
    );
    expect(
      checkBuiltFiles(folder, all)
        .filter(({ file }) => file === 'frame.html')
        .map(({ path }) => path)
        .sort(),
    ).toEqual(['css.selectors.has', 'javascript.classes.static.initialization_blocks']);
  });

  const inLibrary = (code: string, polyfill = '') =>
    checkLibraries(
      { libraries: [{ id: 'node_modules/lib/index.js', code }], polyfills: [{ id: 'p', code: polyfill }] },
      all,
    ).map(({ path, file }) => `${file} ${path}`);

  test.each([
    ['list.toSorted()', 'lib javascript.builtins.Array.toSorted'],
    ['list.findLastIndex(f)', 'lib javascript.builtins.Array.findLastIndex'],
    ['structuredClone(a)', 'lib api.structuredClone'],
    ['self.structuredClone(a)', 'lib api.structuredClone'],
    ['AbortSignal.any([])', 'lib api.AbortSignal.any_static'],
    ['new OffscreenCanvas(1, 1)', 'lib api.OffscreenCanvas'],
    ['navigator.gpu.requestAdapter()', 'lib api.Navigator.gpu'],
  ])('a library that calls %s is found', (code, found) => {
    expect(inLibrary(code)).toEqual([found]);
  });

  test.each([
    'typeof structuredClone',
    'const { gpu } = navigator; if (navigator.gpu) a()',
    'list.toSorted?.()',
    'function structuredClone() {} structuredClone(a)',
    '$({ target: `Array`, proto: true }, { toSorted: function () {} }); list.toSorted()',
  ])('a library with %s passes', (code) => {
    expect(inLibrary(code)).toEqual([]);
  });

  test('a polyfill of the same build applies', () => {
    expect(inLibrary('list.toSorted()', 'missing(Array.prototype, { toSorted() {} })')).toEqual([]);
  });
});

describe('exceptions', () => {
  const exception = {
    features: ['api.A', 'css.b'],
    in: ['x.ts', '**/*.css'],
    kind: 'guarded',
    reason: '',
  } as const;

  test('an exception covers the parts of its feature, in its files only', () => {
    const uses = ['x.ts', 'y.ts', 'd/z.css'].map((file) => ({ path: 'api.A.member', file }));
    expect(applyExceptions(uses, [exception]).remaining).toEqual([{ path: 'api.A.member', file: 'y.ts' }]);
    expect(applyExceptions([{ path: 'api.Ab', file: 'x.ts' }], [exception]).remaining).toHaveLength(1);
  });

  test('an exception whose feature or file is no longer used is reported', () => {
    expect(applyExceptions([{ path: 'api.A', file: 'x.ts' }], [exception]).unused).toEqual([
      'none of x.ts, **/*.css uses css.b',
      '**/*.css uses none of api.A, css.b',
    ]);
  });
});

describe('the supported engines', () => {
  test.each([
    ['shells', 'webview_android'],
    ['browsers', 'chrome'],
  ] as const)('the build for %s targets the oldest %s', (set, browser) => {
    const oldest = supportedEngines(set).find((engine) => engine.browser === browser);
    expect(buildTargets(set).filter((target) => target.startsWith('chrome'))).toEqual([
      `chrome${oldest?.version}`,
    ]);
  });

  test('the check of the Android shell tests a property that first appeared in its oldest WebView', () => {
    const check = readFileSync(join(root, 'apps/mobile/native/web-view-check.js'), 'utf8');
    const oldest = supportedEngines('shells').filter(({ browser }) => browser === 'webview_android');
    const older = oldest.map((engine) => ({ ...engine, version: `${Number(engine.version) - 1}` }));
    const tested = Array.from(
      check.matchAll(/CSS\.supports\('([\w-]+)'/g),
      ([, name]) => `css.properties.${name}`,
    );
    expect(tested.filter((path) => lackingEngines(path, older).length > 0)).not.toEqual([]);
    expect(tested.filter((path) => lackingEngines(path, oldest).length > 0)).toEqual([]);
  });
});

describe('polyfills', () => {
  test('each is still needed by a supported engine', () => {
    expect(polyfillTable().unneeded).toEqual([]);
  });

  test('docs/browsers.md lists them all, with the release that no longer needs each', () => {
    const text = readFileSync(join(root, 'docs/browsers.md'), 'utf8');
    for (const row of polyfillTable().rows) expect(text).toContain(row);
    expect(text.match(/^\| `.*polyfills\.ts` \|/gm)).toHaveLength(polyfillTable().rows.length);
  });
});
