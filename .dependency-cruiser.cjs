const { readdirSync } = require('node:fs');

/** Import zones of the house: see docs/architecture.md. */
const serverModules = [
  'audit',
  'deliveries',
  'tenants',
  'accounts',
  'deployment',
  'keys',
  'documents',
  'files',
  'messages',
  'push',
  'workflow',
  'processing',
  'releases',
  'events',
  'forwarding',
  'admin',
  'imports',
  'archives',
  'privacy',
];
// A folder may use only folders that stand before it in its list. Files beside the folders are no part of the order.
const appOrders = {
  'apps/mobile/src/platform': [
    'ports',
    'locks',
    'api',
    'database',
    'search',
    'messages',
    'live',
    'session',
    'speech',
    'push',
    'outbox',
    'documents',
    'transfers',
    'exact-pages',
    'updates',
    'adapters',
    'app-lock',
  ],
  'apps/mobile/src/shell': [
    'router',
    'badges',
    'dialogs',
    'notices',
    'file-drop',
    'navigation',
    'shortcuts',
    'palette',
    'people',
    'lists',
    'downloads',
    'uploads',
    'tenants',
  ],
};

const orderRules = (parent, names, prefix) =>
  names.slice(0, -1).map((name, index) => ({
    name: `${prefix}-order-${name}`,
    comment: `The folders of ${parent} import along one declared order.`,
    severity: 'error',
    from: { path: `^${parent}/${name}/`, pathNot: '\\.test\\.tsx?$' },
    to: { path: names.slice(index + 1).map((later) => `^${parent}/${later}/`) },
  }));

const orders = Object.entries({ 'apps/server/src/modules': serverModules, ...appOrders });
for (const [parent, names] of orders) {
  const folders = readdirSync(parent, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const missing = folders.map(({ name }) => name).filter((name) => !names.includes(name));
  if (missing.length > 0)
    throw new Error(`folders of ${parent} without a place in its order: ${missing.join(', ')}`);
}

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'packages-never-import-apps',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^(apps|e2e|bench)/' },
    },
    {
      name: 'domain-is-pure',
      comment: 'Rules take values and return values; they import nothing but themselves.',
      severity: 'error',
      from: { path: '^packages/domain/src/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^packages/domain/src/' },
    },
    {
      name: 'ui-imports-rules-and-react-only',
      comment: 'Components take texts and values as properties. The app and the console share them.',
      severity: 'error',
      from: { path: '^packages/ui/src/', pathNot: '\\.test\\.tsx?$' },
      to: {
        pathNot: ['^packages/(ui|domain)/src/', 'node_modules/(react|react-dom|@base-ui/react|uqr|@types)/'],
      },
    },
    {
      name: 'sdk-knows-no-page',
      comment: 'The client of the service runs in Node and in browsers.',
      severity: 'error',
      from: { path: '^packages/sdk/src/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^packages/(sdk|contract|domain|tdf)/src/', 'node_modules/eventsource-parser/'] },
    },
    {
      name: 'viewers-know-no-app',
      comment: 'Viewers take bytes and emit events. The app and the console share them.',
      severity: 'error',
      from: { path: '^packages/viewers/src/', pathNot: '\\.test\\.ts$' },
      to: {
        pathNot: [
          '^packages/(viewers|domain|tdf)/src/',
          '^packages/ui/src/styles/',
          'node_modules/',
          '^@extend-ai/react-pptx/',
        ],
      },
    },
    {
      name: 'viewers-import-no-react',
      comment: 'One library draws slides with React.',
      severity: 'error',
      from: {
        path: '^packages/viewers/src/',
        pathNot: ['^packages/viewers/src/slides/slide-renderer\\.viewer\\.ts$', '\\.test\\.ts$'],
      },
      to: { path: 'node_modules/(react|react-dom|@base-ui)/' },
    },
    {
      name: 'feature-never-imports-feature',
      severity: 'error',
      from: { path: '^apps/mobile/src/features/([^/]+)/' },
      to: { path: '^apps/mobile/src/features/', pathNot: '^apps/mobile/src/features/$1/' },
    },
    {
      name: 'platform-knows-no-feature',
      severity: 'error',
      from: { path: '^apps/mobile/src/(platform|i18n)/' },
      to: { path: '^apps/mobile/src/(features|shell|app)/' },
    },
    {
      name: 'app-has-own-router',
      severity: 'error',
      from: { path: '^apps/mobile/' },
      to: { path: 'node_modules/react-router' },
    },
    {
      name: 'feature-knows-no-app',
      severity: 'error',
      from: { path: '^apps/mobile/src/features/' },
      to: { path: '^apps/mobile/src/app/' },
    },
    {
      name: 'app-takes-types-not-schemas',
      severity: 'error',
      from: { path: '^apps/mobile/' },
      to: { path: '^packages/contract/src/schemas', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'console-area-never-imports-area',
      severity: 'error',
      from: { path: '^apps/console/src/areas/([^/]+)/' },
      to: { path: '^apps/console/src/(areas|app)/', pathNot: '^apps/console/src/areas/$1/' },
    },
    {
      name: 'console-shell-knows-no-area',
      severity: 'error',
      from: { path: '^apps/console/src/shell/' },
      to: { path: '^apps/console/src/(areas|app)/' },
    },
    {
      name: 'console-kit-knows-no-shell',
      severity: 'error',
      from: { path: '^apps/console/src/kit/' },
      to: { path: '^apps/console/src/(shell|areas|app)/' },
    },
    {
      name: 'console-platform-knows-no-kit',
      severity: 'error',
      from: { path: '^apps/console/src/platform/' },
      to: { path: '^apps/console/src/(kit|shell|areas|app)/' },
    },
    {
      name: 'console-is-a-client-of-the-calls',
      severity: 'error',
      from: { path: '^apps/console/' },
      to: { path: '^apps/(mobile|server)/' },
    },
    {
      name: 'capacitor-only-in-its-adapter',
      severity: 'error',
      from: { path: '^apps/mobile/src/', pathNot: '^apps/mobile/src/platform/adapters/capacitor/' },
      to: { path: 'node_modules/(@capacitor|@capacitor-community|@aparajita/capacitor|@capawesome)' },
    },
    {
      name: 'app-never-imports-server',
      severity: 'error',
      from: { path: '^apps/mobile/' },
      to: { path: '^apps/server/' },
    },
    {
      name: 'server-modules-meet-at-use-cases',
      severity: 'error',
      from: { path: '^apps/server/src/modules/([^/]+)/' },
      to: {
        path: '^apps/server/src/modules/',
        pathNot: ['^apps/server/src/modules/$1/', '\\.usecases\\.ts$'],
      },
    },
    {
      name: 'infra-knows-no-module',
      severity: 'error',
      from: { path: '^apps/server/src/infra/', pathNot: '\\.test\\.ts$' },
      to: { path: '^apps/server/src/modules/' },
    },
    ...orders.flatMap(([parent, names]) => orderRules(parent, names, parent.split('/').at(-1))),
    {
      name: 'preview-navigation-knows-no-layer',
      severity: 'error',
      from: { path: '^apps/mobile/src/features/preview/navigation/' },
      to: { path: '^apps/mobile/src/features/preview/layer/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    moduleSystems: ['es6', 'cjs'],
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
    // Builds, and the copies of them in the native projects.
    exclude: { path: '^(apps|packages)/[^/]+/(dist|native/dist|android|ios)/' },
  },
};
