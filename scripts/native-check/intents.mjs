// Checks the intent filters of the Android app against intents that other apps send.
import { attribute, elementsOf, mergedManifest } from './manifest-merger.mjs';

export const name = 'the app receives files that other apps open or share, and no other intents';

const view = 'android.intent.action.VIEW';
const send = 'android.intent.action.SEND';
const sendMultiple = 'android.intent.action.SEND_MULTIPLE';
const bytes = 'application/octet-stream';
const unknownType = 'application/x-vnd.unheard-of';
const sealedPath = '/root/storage/emulated/0/report.v2.pdf.tdf';

/** Intents that chat apps, mail programs and file managers send. A type of `null` is an intent without a type. */
const acceptedIntents = [
  { action: view, address: 'content://files/1', type: 'application/pdf' },
  { action: view, address: 'content://files/1', type: bytes },
  { action: view, address: 'content://files/1', type: '*/*' },
  { action: view, address: `content://files${sealedPath}`, type: unknownType },
  { action: send, address: null, type: bytes },
  { action: send, address: null, type: '*/*' },
  { action: send, address: null, type: unknownType },
  { action: send, address: null, type: 'text/plain' },
  { action: sendMultiple, address: null, type: 'image/*' },
  { action: sendMultiple, address: null, type: unknownType },
];

/** Intents that must not reach the app. */
const ignoredIntents = [
  { action: view, address: `file://${sealedPath}`, type: bytes },
  { action: view, address: 'https://host.example/a.pdf', type: null },
  { action: view, address: 'https://host.example/a.pdf', type: 'application/pdf' },
  { action: view, address: 'content://files/1', type: 'application/vnd.android.package-archive' },
  { action: view, address: 'content://files/1', type: unknownType },
  { action: view, address: null, type: 'application/pdf' },
];

/** As `IntentFilter.findMimeType`: an intent with the type `*\/*` matches each filter with a type. */
function matchesType(types, type) {
  if (type === null) return types.length === 0;
  if (type === '*/*') return types.length > 0;
  const [kind] = type.split('/');
  return types.some(
    (filterType) => filterType === type || filterType === '*/*' || filterType === `${kind}/*`,
  );
}

/** In a simple glob of Android, `.*` ends at the first occurrence of the character that follows it in the pattern. */
const globOf = (pattern) =>
  new RegExp(
    `^${pattern
      .replaceAll('\\\\', '\\')
      .replaceAll(/\.\*\\(.)/g, (_whole, next) => `[^${next}]*\\${next}`)}$`,
  );

/** As `IntentFilter.matchData`: a filter combines the schemes, hosts and paths of all its data elements. */
function matchesFilter(filter, { action, address, type }) {
  const children = elementsOf(filter);
  const actions = children.filter(({ tagName }) => tagName === 'action');
  if (!actions.some((element) => attribute(element, 'name') === action)) return false;
  const data = children.filter(({ tagName }) => tagName === 'data');
  const valuesOf = (key) => data.map((element) => attribute(element, key)).filter((value) => value !== '');
  if (!matchesType(valuesOf('mimeType'), type)) return false;
  const schemes = valuesOf('scheme');
  // A filter without schemes accepts content: and file: URLs, and intents without a URL.
  if (address === null) return schemes.length === 0;
  const { protocol, pathname } = new URL(address);
  if (!(schemes.length === 0 ? ['content', 'file'] : schemes).includes(protocol.slice(0, -1))) return false;
  const patterns = valuesOf('pathPattern');
  return patterns.length === 0 || patterns.some((pattern) => globOf(pattern).test(pathname));
}

const describe = ({ action, address, type }) =>
  `${action.split('.').at(-1)} ${address ?? 'without a URL'} with the type ${type}`;

/** @param {import('./project.mjs').Project} project */
export function check(project) {
  const { application } = mergedManifest(project, 'none');
  const filters = Array.from(application.getElementsByTagName('intent-filter'));
  const reaches = (intent) => filters.some((filter) => matchesFilter(filter, intent));
  return [
    ...acceptedIntents
      .filter((intent) => !reaches(intent))
      .map((intent) => `${describe(intent)} does not reach the app`),
    ...ignoredIntents.filter(reaches).map((intent) => `${describe(intent)} reaches the app`),
  ];
}
