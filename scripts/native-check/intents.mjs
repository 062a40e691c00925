import { attribute, elementsOf, mergedManifest } from './manifest.mjs';

export const name = 'files that other apps offer reach the app, and nothing else does';

const view = 'android.intent.action.VIEW';
const send = 'android.intent.action.SEND';
const sendMultiple = 'android.intent.action.SEND_MULTIPLE';
const bytes = 'application/octet-stream';
const unknown = 'application/x-vnd.unheard-of';
const sealed = '/root/storage/emulated/0/report.v2.pdf.tdf';

/** What chat apps, mail programs and file managers send; `null` for an intent without a type. */
const taken = [
  { action: view, address: 'content://files/1', type: 'application/pdf' },
  { action: view, address: 'content://files/1', type: bytes },
  { action: view, address: 'content://files/1', type: '*/*' },
  { action: view, address: `content://files${sealed}`, type: unknown },
  { action: send, address: null, type: bytes },
  { action: send, address: null, type: '*/*' },
  { action: send, address: null, type: unknown },
  { action: send, address: null, type: 'text/plain' },
  { action: sendMultiple, address: null, type: 'image/*' },
  { action: sendMultiple, address: null, type: unknown },
];

const left = [
  { action: view, address: `file://${sealed}`, type: bytes },
  { action: view, address: 'https://host.example/a.pdf', type: null },
  { action: view, address: 'https://host.example/a.pdf', type: 'application/pdf' },
  { action: view, address: 'content://files/1', type: 'application/vnd.android.package-archive' },
  { action: view, address: 'content://files/1', type: unknown },
  { action: view, address: null, type: 'application/pdf' },
];

/** As `IntentFilter.findMimeType`: an intent for any type suits each filter that names one. */
function suitsType(types, type) {
  if (type === null) return types.length === 0;
  if (type === '*/*') return types.length > 0;
  const [kind] = type.split('/');
  return types.some((own) => own === type || own === '*/*' || own === `${kind}/*`);
}

/** `.*` of a simple glob ends at the first character that follows it in the pattern, as Android's does. */
const globOf = (pattern) =>
  new RegExp(
    `^${pattern
      .replaceAll('\\\\', '\\')
      .replaceAll(/\.\*\\(.)/g, (_whole, next) => `[^${next}]*\\${next}`)}$`,
  );

/** As `IntentFilter.matchData`: schemes, hosts and paths of all data elements of a filter add up. */
function suits(filter, { action, address, type }) {
  const children = elementsOf(filter);
  const actions = children.filter(({ tagName }) => tagName === 'action');
  if (!actions.some((element) => attribute(element, 'name') === action)) return false;
  const data = children.filter(({ tagName }) => tagName === 'data');
  const all = (key) => data.map((element) => attribute(element, key)).filter((value) => value !== '');
  if (!suitsType(all('mimeType'), type)) return false;
  const schemes = all('scheme');
  // A filter of types alone is one for content: and file:, and for intents without an address.
  if (address === null) return schemes.length === 0;
  const { protocol, pathname } = new URL(address);
  if (!(schemes.length === 0 ? ['content', 'file'] : schemes).includes(protocol.slice(0, -1))) return false;
  const patterns = all('pathPattern');
  return patterns.length === 0 || patterns.some((pattern) => globOf(pattern).test(pathname));
}

const called = ({ action, address, type }) =>
  `${action.split('.').at(-1)} ${address ?? 'of no address'} as ${type}`;

/** @param {import('./project.mjs').Project} project */
export function check(project) {
  const { application } = mergedManifest(project, 'none');
  const filters = Array.from(application.getElementsByTagName('intent-filter'));
  const reaches = (intent) => filters.some((filter) => suits(filter, intent));
  return [
    ...taken.filter((intent) => !reaches(intent)).map((intent) => `${called(intent)} does not reach the app`),
    ...left.filter(reaches).map((intent) => `${called(intent)} reaches the app`),
  ];
}
