import { equalBytes } from '../../../packages/tdf/src/bytes.ts';
import {
  fetchPublicKey,
  type Manifest,
  openDocument,
  openLicence,
  requestLicence,
  type UseLicence,
} from '../../../packages/tdf/src/index.ts';
import { clientOf } from '../../../packages/tdf/tests/kit.ts';
import { manyHavocs } from '../havoc.ts';
import { changedText } from '../json-text.ts';
import { changedTree, type Json, ODD_VALUES } from '../json-tree.ts';
import type { Random } from '../random.ts';
import type { Target } from '../target.ts';
import { FalseAcceptance } from '../verdict.ts';
import { type KeyFixture, openKeyTarget } from './fixture.ts';

/** An input: a response of a service, a stored licence, or a manifest for a request. */
type Input =
  | {
      readonly way: 'response' | 'public key';
      readonly status: number;
      readonly body: string;
      readonly breaks: boolean;
    }
  | { readonly way: 'licence'; readonly licence: Json }
  // Serialised, because messages between threads support less depth.
  | { readonly way: 'manifest'; readonly manifest: string };

const SEEDED_FAULTS = ['throws-type-error', 'believes-kept-terms'] as const;

/** The key access client with responses of any service, and with changed data on the device. */
export const kas: Target = {
  description:
    'the key access client: responses of any service, stored licences, key access of foreign files',
  seededFaults: SEEDED_FAULTS,
  inputs: 3000,
  open: (options) => openKeyTarget<Input>(options, { generate, execute }),
};

const STATUSES = [200, 200, 200, 200, 200, 400, 401, 403, 404, 409, 429, 500, 503, 299];

function generate(fixture: KeyFixture, random: Random): Input {
  const way = random.pick(['response', 'response', 'response', 'public key', 'licence', 'manifest'] as const);
  if (way === 'licence') return { way, licence: changes(fixture.licence as unknown as Json, random) };
  if (way === 'manifest')
    return { way, manifest: foreignManifest(fixture.sealed.manifest as unknown as Json, random) };
  const validResponse: Json = way === 'response' ? fixture.licenceResponse : { publicKey: 'pem', kid: 'k' };
  const refused: Json = { code: 'permission_denied', message: 'device_withdrawn', details: [] };
  const body = bodyOf(random.oneIn(5) ? refused : validResponse, random);
  return { way, status: random.pick(STATUSES), body, breaks: random.oneIn(40) };
}

function bodyOf(json: Json, random: Random): string {
  if (random.oneIn(10)) return JSON.stringify(random.pick(ODD_VALUES));
  const text = JSON.stringify(changes(json, random));
  if (random.oneIn(6)) return changedText(text, random);
  return random.oneIn(8)
    ? Buffer.from(manyHavocs(Uint8Array.from(Buffer.from(text)), random)).toString()
    : text;
}

function changes(json: Json, random: Random): Json {
  let changed = json;
  for (let left = random.pick([1, 1, 2, 3]); left > 0; left -= 1) changed = changedTree(changed, random);
  return changed;
}

/** A manifest that the reader accepts. */
function foreignManifest(manifest: Json, random: Random): string {
  const depth = random.pick([10, 3000, 20_000]);
  const deep = `${'['.repeat(depth)}1${']'.repeat(depth)}`;
  const name = random.pick(['more', 'schemaVersion', 'toJSON', '__proto__']);
  const value = random.oneIn(2) ? deep : JSON.stringify(random.pick(ODD_VALUES));
  const place = random.pick(['"keyAccess":[{', '"policyBinding":{']);
  return JSON.stringify(manifest).replace(place, `${place}"${name}":${value},`);
}

async function execute(fixture: KeyFixture, input: Input, plant: string | undefined): Promise<string> {
  if (input.way === 'licence') return openStored(fixture, input.licence, plant);
  const respond: typeof fetch = async () => {
    if (input.way === 'manifest') return Response.json(fixture.licenceResponse);
    if (input.breaks) throw new TypeError('the connection broke');
    return new Response(input.body, { status: input.status });
  };
  const client = clientOf(fixture.device, respond);
  if (input.way === 'public key') {
    const { publicKey, kid } = await fetchPublicKey({ ...client, fetch: respond });
    if (typeof publicKey !== 'string' || typeof kid !== 'string')
      throw new FalseAcceptance('a public key that is not a string');
    return 'a public key';
  }
  const manifest =
    input.way === 'manifest' ? (JSON.parse(input.manifest) as Manifest) : fixture.sealed.manifest;
  const licence = await requestLicence(client, { manifest });
  if (plant === 'throws-type-error' && input.way === 'response') throw new TypeError('planted');
  return openStored(fixture, JSON.parse(JSON.stringify(licence)) as Json, plant);
}

/** A licence that opens must contain exactly the terms of the service, and open the document. */
async function openStored(fixture: KeyFixture, stored: Json, plant: string | undefined): Promise<string> {
  // A stored licence is always an object.
  const licence = { ...(stored as object) } as UseLicence;
  const believed = plant === 'believes-kept-terms' ? { ...licence, terms: fixture.licence.terms } : licence;
  const keys = await openLicence(believed, fixture.device.agreement.privateKey);
  if (licence.terms !== fixture.licence.terms)
    throw new FalseAcceptance(`other terms: ${JSON.stringify(licence.terms)}`);
  const { bytes } = await openDocument({ source: fixture.sealed, keys });
  if (!equalBytes(await bytes.read(0, bytes.size), fixture.plain)) throw new FalseAcceptance('other content');
  return 'opened';
}
