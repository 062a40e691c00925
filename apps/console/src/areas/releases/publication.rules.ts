import type { Platform, Publication } from './releases.queries.ts';

export type PublicationDraft = {
  readonly source: Publication['source'];
  readonly platform: Platform;
  readonly version: string;
  readonly url: string;
  readonly file: File | null;
  readonly minAppVer: string;
  readonly signature: string;
  readonly notes: string;
};

export const emptyDraft: PublicationDraft = {
  source: 'file',
  platform: 'android',
  version: '',
  url: '',
  file: null,
  minAppVer: '',
  signature: '',
  notes: '',
};

/** The platforms for which a source exists; the first is the default. */
export const platformsOf: Readonly<Record<Publication['source'], readonly Platform[]>> = {
  file: ['android'],
  store: ['ios', 'android'],
  bundle: ['web', 'android', 'ios'],
};

export type DraftFault = 'version' | 'url' | 'file' | 'minAppVer' | 'signature';

const versionPattern = /^\d{1,9}(?:\.\d{1,9}){2,3}$/;
const base64Pattern = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

const isVersion = (text: string) => versionPattern.test(text.trim());
/** Base64 is often wrapped into lines. */
const withoutSpaces = (text: string) => text.replaceAll(/\s/g, '');

function isHttps(text: string): boolean {
  return URL.canParse(text.trim()) && new URL(text.trim()).protocol === 'https:';
}

/** The fields that the service would reject. */
export function faultsOf(draft: PublicationDraft): ReadonlySet<DraftFault> {
  const faults = new Set<DraftFault>();
  if (!isVersion(draft.version)) faults.add('version');
  if (draft.source === 'store' ? !isHttps(draft.url) : draft.file === null)
    faults.add(draft.source === 'store' ? 'url' : 'file');
  if (draft.source !== 'bundle') return faults;
  if (!isVersion(draft.minAppVer)) faults.add('minAppVer');
  const signature = withoutSpaces(draft.signature);
  if (signature === '' || !base64Pattern.test(signature)) faults.add('signature');
  return faults;
}

/** @returns null if a field is missing or wrong. */
export function publicationOf(draft: PublicationDraft): Publication | null {
  if (faultsOf(draft).size > 0) return null;
  const { source, platform, file, notes } = draft;
  const version = draft.version.trim();
  if (source === 'store')
    return platform === 'web' ? null : { source, platform, url: draft.url.trim(), version, notes };
  if (file === null) return null;
  if (source === 'file') return { source, file, version, notes };
  const signature = withoutSpaces(draft.signature);
  return { source, file, bundle: { platform, version, minAppVer: draft.minAppVer.trim(), signature, notes } };
}
