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
import { byWays } from '../by-ways.ts';
import type { Dice } from '../dice.ts';
import { Wrong } from '../fate.ts';
import { manyHavocs } from '../havoc.ts';
import { changedText } from '../json-text.ts';
import { changedTree, type Json, ODD_VALUES } from '../json-tree.ts';
import type { Target } from '../target.ts';
import { codeOf, type KeyWorld, openKeyWorld } from './world.ts';

/** What is tried: an answer of a service, a licence as a device kept it, or a manifest that is asked for. */
type Input =
  | {
      readonly way: 'answer' | 'public key';
      readonly status: number;
      readonly body: string;
      readonly breaks: boolean;
    }
  | { readonly way: 'licence'; readonly licence: Json }
  // As text: it goes deeper than what messages between threads can carry.
  | { readonly way: 'manifest'; readonly manifest: string };

const PLANTS = ['throws-type-error', 'believes-kept-terms'] as const;

/** The key access client against services of any make and mind, and against what was kept and changed on the device. */
export const kas: Target = {
  what: 'the key access client: answers of any service, licences kept on the device, key access of strange files',
  plants: PLANTS,
  inputs: 3000,
  open: async (options) => {
    const world = await openKeyWorld();
    return byWays<Input>(options, {
      made: (dice) => made(world, dice),
      tried: (input) => tried(world, input, options.plant),
      codeOf,
    });
  },
};

const STATUSES = [200, 200, 200, 200, 200, 400, 401, 403, 404, 409, 429, 500, 503, 299];

function made(world: KeyWorld, dice: Dice): Input {
  const way = dice.pick(['answer', 'answer', 'answer', 'public key', 'licence', 'manifest'] as const);
  if (way === 'licence') return { way, licence: changes(world.licence as unknown as Json, dice) };
  if (way === 'manifest') return { way, manifest: strange(world.sealed.manifest as unknown as Json, dice) };
  const honest: Json = way === 'answer' ? world.answer : { publicKey: 'pem', kid: 'k' };
  const refused: Json = { code: 'permission_denied', message: 'device_withdrawn', details: [] };
  const body = bodyOf(dice.oneIn(5) ? refused : honest, dice);
  return { way, status: dice.pick(STATUSES), body, breaks: dice.oneIn(40) };
}

function bodyOf(json: Json, dice: Dice): string {
  if (dice.oneIn(10)) return JSON.stringify(dice.pick(ODD_VALUES));
  const text = JSON.stringify(changes(json, dice));
  if (dice.oneIn(6)) return changedText(text, dice);
  return dice.oneIn(8) ? Buffer.from(manyHavocs(Uint8Array.from(Buffer.from(text)), dice)).toString() : text;
}

function changes(json: Json, dice: Dice): Json {
  let changed = json;
  for (let left = dice.pick([1, 1, 2, 3]); left > 0; left -= 1) changed = changedTree(changed, dice);
  return changed;
}

/** A manifest that the reader takes, with what it lets through. */
function strange(manifest: Json, dice: Dice): string {
  const depth = dice.pick([10, 3000, 20_000]);
  const deep = `${'['.repeat(depth)}1${']'.repeat(depth)}`;
  const name = dice.pick(['more', 'schemaVersion', 'toJSON', '__proto__']);
  const value = dice.oneIn(2) ? deep : JSON.stringify(dice.pick(ODD_VALUES));
  const place = dice.pick(['"keyAccess":[{', '"policyBinding":{']);
  return JSON.stringify(manifest).replace(place, `${place}"${name}":${value},`);
}

async function tried(world: KeyWorld, input: Input, plant: string | undefined): Promise<string> {
  if (input.way === 'licence') return openKept(world, input.licence, plant);
  const answering: typeof fetch = async () => {
    if (input.way === 'manifest') return Response.json(world.answer);
    if (input.breaks) throw new TypeError('the line broke');
    return new Response(input.body, { status: input.status });
  };
  const client = clientOf(world.device, answering);
  if (input.way === 'public key') {
    const { publicKey, kid } = await fetchPublicKey({ ...client, fetch: answering });
    if (typeof publicKey !== 'string' || typeof kid !== 'string')
      throw new Wrong('a public key that is no text');
    return 'a public key';
  }
  const manifest =
    input.way === 'manifest' ? (JSON.parse(input.manifest) as Manifest) : world.sealed.manifest;
  const licence = await requestLicence(client, { manifest });
  if (plant === 'throws-type-error' && input.way === 'answer') throw new TypeError('planted');
  return openKept(world, JSON.parse(JSON.stringify(licence)) as Json, plant);
}

/** Whatever opens must be the very terms that the service wrote, and open the document. */
async function openKept(world: KeyWorld, kept: Json, plant: string | undefined): Promise<string> {
  // What is kept is kept as an object, whatever it says.
  const licence = { ...(kept as object) } as UseLicence;
  const believed = plant === 'believes-kept-terms' ? { ...licence, terms: world.licence.terms } : licence;
  const keys = await openLicence(believed, world.device.agreement.privateKey);
  if (licence.terms !== world.licence.terms) throw new Wrong(`other terms: ${JSON.stringify(licence.terms)}`);
  const { bytes } = await openDocument({ source: world.sealed, keys });
  if (!equalBytes(await bytes.read(0, bytes.size), world.plain)) throw new Wrong('other content');
  return 'opened';
}
