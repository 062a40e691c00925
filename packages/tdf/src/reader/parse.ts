import { textOf } from '../bytes.ts';
import { TdfError } from '../error.ts';
import { type KeyAccessObject, type Manifest, PAYLOAD_NAME } from '../manifest.ts';

type Fields = Readonly<Record<string, unknown>>;
type Kind = 'string' | 'number' | 'boolean';

/** Each entry may be a share to request and join. The service accepts no more in one request. */
const MAX_KEY_ACCESS_ENTRIES = 50;

const invalid = (message: string) => new TdfError('tdf.manifest_invalid', message);
const unsupported = (message: string) => new TdfError('tdf.unsupported', message);

/**
 * Parses and validates a manifest against the schema of opentdf/spec 4.3.0, as far as existing writers follow it:
 * required fields that no public SDK writes are optional here. Optional fields of a key access entry that are null or
 * empty are removed, so that later comparisons see one form.
 * @throws TdfError `tdf.manifest_invalid`; `tdf.unsupported` for another method, layout or version.
 */
export function parseManifest(bytes: Uint8Array): Manifest {
  let json: unknown;
  try {
    json = JSON.parse(textOf(bytes));
  } catch (cause) {
    throw new TdfError('tdf.manifest_invalid', 'the manifest is not JSON', { cause });
  }
  const manifest = object(json, 'the manifest');
  checkVersion(manifest);
  checkPayload(object(manifest['payload'], 'payload'));
  checkEncryption(object(manifest['encryptionInformation'], 'encryptionInformation'));
  for (const assertion of list(manifest['assertions'] ?? [], 'assertions'))
    checkAssertion(object(assertion, 'assertion'));
  return withoutEmptyFields(manifest as unknown as Manifest);
}

const OPTIONAL_KEY_ACCESS_FIELDS = ['kid', 'sid', 'encryptedMetadata', 'ephemeralPublicKey'] as const;

function withoutEmptyFields(manifest: Manifest): Manifest {
  const { encryptionInformation } = manifest;
  const keyAccess = encryptionInformation.keyAccess.map((entry) => {
    const present: { -readonly [K in keyof KeyAccessObject]: KeyAccessObject[K] } = { ...entry };
    for (const name of OPTIONAL_KEY_ACCESS_FIELDS) if (!present[name]) delete present[name];
    return present;
  });
  return { ...manifest, encryptionInformation: { ...encryptionInformation, keyAccess } };
}

function checkVersion(manifest: Fields): void {
  const version = manifest['schemaVersion'] ?? manifest['tdf_spec_version'];
  if (version === undefined) return;
  const major = typeof version === 'string' ? Number.parseInt(version, 10) : Number.NaN;
  if (!(major <= 4)) throw unsupported('unsupported manifest version');
}

function checkPayload(payload: Fields): void {
  fields(
    payload,
    { type: 'string', url: 'string', protocol: 'string', isEncrypted: 'boolean' },
    { mimeType: 'string' },
  );
  if (payload['type'] !== 'reference' || payload['url'] !== PAYLOAD_NAME)
    throw unsupported('unsupported payload.url');
  if (payload['protocol'] !== 'zip' && payload['protocol'] !== 'zipstream')
    throw unsupported('unsupported payload.protocol');
}

function checkEncryption(encryption: Fields): void {
  fields(encryption, { type: 'string', policy: 'string' });
  if (encryption['type'] !== 'split') throw unsupported('encryptionInformation.type must be split');
  const method = object(encryption['method'], 'method');
  fields(method, { algorithm: 'string' }, { isStreamable: 'boolean', iv: 'string' });
  if (method['algorithm'] !== 'AES-256-GCM') throw unsupported('method.algorithm must be AES-256-GCM');
  const entries = list(encryption['keyAccess'], 'keyAccess');
  if (entries.length === 0) throw invalid('keyAccess is empty');
  if (entries.length > MAX_KEY_ACCESS_ENTRIES)
    throw new TdfError('tdf.too_large', `too many key access entries: ${entries.length}`);
  for (const entry of entries) checkKeyAccess(object(entry, 'keyAccess'));
  checkIntegrity(object(encryption['integrityInformation'], 'integrityInformation'));
}

function checkKeyAccess(entry: Fields): void {
  fields(
    entry,
    { type: 'string', url: 'string', protocol: 'string', wrappedKey: 'string' },
    { kid: 'string', sid: 'string', encryptedMetadata: 'string', ephemeralPublicKey: 'string' },
  );
  if (entry['protocol'] !== 'kas') throw unsupported('keyAccess.protocol must be kas');
  fields(object(entry['policyBinding'], 'policyBinding'), { alg: 'string', hash: 'string' });
}

function checkIntegrity(integrity: Fields): void {
  fields(
    integrity,
    {},
    { segmentHashAlg: 'string', segmentSizeDefault: 'number', encryptedSegmentSizeDefault: 'number' },
  );
  fields(object(integrity['rootSignature'], 'rootSignature'), { alg: 'string', sig: 'string' });
  for (const segment of list(integrity['segments'], 'segments')) {
    fields(
      object(segment, 'segment'),
      { hash: 'string' },
      { segmentSize: 'number', encryptedSegmentSize: 'number' },
    );
  }
}

function checkAssertion(assertion: Fields): void {
  fields(assertion, { id: 'string', type: 'string', scope: 'string' }, { appliesToState: 'string' });
  fields(object(assertion['statement'], 'statement'), { format: 'string' }, { schema: 'string' });
  fields(object(assertion['binding'], 'binding'), { method: 'string', signature: 'string' });
}

function object(value: unknown, name: string): Fields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields;
  throw invalid(`${name} is not an object`);
}

function list(value: unknown, name: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw invalid(`${name} is not a list`);
}

function fields(
  of: Fields,
  required: Readonly<Record<string, Kind>>,
  optional: Readonly<Record<string, Kind>> = {},
): void {
  for (const name in required)
    if (typeof of[name] !== required[name]) throw invalid(`${name} is not a ${required[name]}`);
  for (const name in optional) {
    // Writers in Go write null for absent fields.
    if (of[name] != null && typeof of[name] !== optional[name])
      throw invalid(`${name} is not a ${optional[name]}`);
  }
}
