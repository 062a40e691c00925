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
  const manifest = requireObject(json, 'the manifest');
  assertVersion(manifest);
  assertPayload(requireObject(manifest['payload'], 'payload'));
  assertEncryption(requireObject(manifest['encryptionInformation'], 'encryptionInformation'));
  for (const assertion of requireList(manifest['assertions'] ?? [], 'assertions'))
    assertAssertion(requireObject(assertion, 'assertion'));
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

function assertVersion(manifest: Fields): void {
  const version = manifest['schemaVersion'] ?? manifest['tdf_spec_version'];
  if (version === undefined) return;
  const major = typeof version === 'string' ? Number.parseInt(version, 10) : Number.NaN;
  if (!(major <= 4)) throw unsupported('unsupported manifest version');
}

function assertPayload(payload: Fields): void {
  assertFields(
    payload,
    { type: 'string', url: 'string', protocol: 'string', isEncrypted: 'boolean' },
    { mimeType: 'string' },
  );
  if (payload['type'] !== 'reference' || payload['url'] !== PAYLOAD_NAME)
    throw unsupported('unsupported payload.url');
  if (payload['protocol'] !== 'zip' && payload['protocol'] !== 'zipstream')
    throw unsupported('unsupported payload.protocol');
}

function assertEncryption(encryption: Fields): void {
  assertFields(encryption, { type: 'string', policy: 'string' });
  if (encryption['type'] !== 'split') throw unsupported('encryptionInformation.type must be split');
  const method = requireObject(encryption['method'], 'method');
  assertFields(method, { algorithm: 'string' }, { isStreamable: 'boolean', iv: 'string' });
  if (method['algorithm'] !== 'AES-256-GCM') throw unsupported('method.algorithm must be AES-256-GCM');
  const entries = requireList(encryption['keyAccess'], 'keyAccess');
  if (entries.length === 0) throw invalid('keyAccess is empty');
  if (entries.length > MAX_KEY_ACCESS_ENTRIES)
    throw new TdfError('tdf.too_large', `too many key access entries: ${entries.length}`);
  for (const entry of entries) assertKeyAccess(requireObject(entry, 'keyAccess'));
  assertIntegrity(requireObject(encryption['integrityInformation'], 'integrityInformation'));
}

function assertKeyAccess(entry: Fields): void {
  assertFields(
    entry,
    { type: 'string', url: 'string', protocol: 'string', wrappedKey: 'string' },
    { kid: 'string', sid: 'string', encryptedMetadata: 'string', ephemeralPublicKey: 'string' },
  );
  if (entry['protocol'] !== 'kas') throw unsupported('keyAccess.protocol must be kas');
  assertFields(requireObject(entry['policyBinding'], 'policyBinding'), { alg: 'string', hash: 'string' });
}

function assertIntegrity(integrity: Fields): void {
  assertFields(
    integrity,
    {},
    { segmentHashAlg: 'string', segmentSizeDefault: 'number', encryptedSegmentSizeDefault: 'number' },
  );
  assertFields(requireObject(integrity['rootSignature'], 'rootSignature'), { alg: 'string', sig: 'string' });
  for (const segment of requireList(integrity['segments'], 'segments')) {
    assertFields(
      requireObject(segment, 'segment'),
      { hash: 'string' },
      { segmentSize: 'number', encryptedSegmentSize: 'number' },
    );
  }
}

function assertAssertion(assertion: Fields): void {
  assertFields(assertion, { id: 'string', type: 'string', scope: 'string' }, { appliesToState: 'string' });
  assertFields(
    requireObject(assertion['statement'], 'statement'),
    { format: 'string' },
    { schema: 'string' },
  );
  assertFields(requireObject(assertion['binding'], 'binding'), { method: 'string', signature: 'string' });
}

function requireObject(value: unknown, name: string): Fields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields;
  throw invalid(`${name} is not an object`);
}

function requireList(value: unknown, name: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw invalid(`${name} is not a list`);
}

function assertFields(
  value: Fields,
  required: Readonly<Record<string, Kind>>,
  optional: Readonly<Record<string, Kind>> = {},
): void {
  for (const name in required)
    if (typeof value[name] !== required[name]) throw invalid(`${name} is not a ${required[name]}`);
  for (const name in optional) {
    // Writers in Go write null for absent fields.
    if (value[name] != null && typeof value[name] !== optional[name])
      throw invalid(`${name} is not a ${optional[name]}`);
  }
}
