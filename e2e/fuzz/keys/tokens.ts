import { decodeAdditionalContext, verifyRequestToken } from '../../../packages/tdf/src/index.ts';
import { parseRequestToken } from '../../../packages/tdf/src/keys/index.ts';
import { manyHavocs } from '../havoc.ts';
import { changedText } from '../json-text.ts';
import { changedTree, type Json } from '../json-tree.ts';
import type { Random } from '../random.ts';
import type { Target } from '../target.ts';
import { FalseAcceptance } from '../verdict.ts';
import { type KeyFixture, openKeyTarget } from './fixture.ts';

type Input = { readonly way: string; readonly token: string };

/** Signed request tokens from any writer. Exactly one text is the device’s token and is accepted. */
export const tokens: Target = {
  description:
    'signed request tokens of the key access service, and the header with the obligations of a client',
  seededFaults: ['takes-unsigned'],
  inputs: 4000,
  open: (options) => openKeyTarget<Input>(options, { generate, execute }),
};

const base64Url = (text: string): string => Buffer.from(text).toString('base64url');
const textIn = (part: string): string => Buffer.from(part, 'base64url').toString();

const WAYS: Readonly<
  Record<string, (token: string, random: Random, fixture: KeyFixture) => string | Promise<string>>
> = {
  bytes: (token, random) =>
    Buffer.from(manyHavocs(Uint8Array.from(Buffer.from(token)), random)).toString('latin1'),
  header: (token, random) =>
    withPart(token, 0, (text) => JSON.stringify(changedTree(JSON.parse(text) as Json, random))),
  claims: (token, random) =>
    withPart(token, 1, (text) => JSON.stringify(changedTree(JSON.parse(text) as Json, random))),
  text: (token, random) => withPart(token, random.below(2), (text) => changedText(text, random)),
  algorithm: (token, random) =>
    withPart(token, 0, () =>
      JSON.stringify({ alg: random.pick(['none', 'HS256', 'RS256', 'es256', 'ES384', '', null]) }),
    ),
  signature: (token, random) => {
    const [header = '', claims = ''] = token.split('.');
    return `${header}.${claims}.${random.pick(['', 'AA', '='.repeat(4), random.bytes(64), new Uint8Array(64), random.bytes(72)].map((one) => (typeof one === 'string' ? one : Buffer.from(one).toString('base64url'))))}`;
  },
  'same signature in other letters': (token, random) =>
    random.pick([
      `${token}=`,
      `${token}==`,
      ` ${token}`,
      `${token}\n`,
      `${token}.`,
      `${token}.${token}`,
      token.replaceAll('_', '/'),
      token.replaceAll('-', '+'),
      lastLetter(token),
    ]),
  'by another device': async (token) => {
    const other = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign']);
    return signedAgain(token, other.privateKey);
  },
  'odd claims by the device': async (token, random, { device }) =>
    signedAgain(
      withPart(token, 1, (text) => JSON.stringify(changedTree(JSON.parse(text) as Json, random))),
      device.signing.privateKey,
    ),
  context: (_token, random) =>
    random.pick([
      '',
      '{',
      base64Url('{"obligations":null}'),
      base64Url('[]'),
      base64Url('{"obligations":{"fulfillableFQNs":[1,null,{}]}}'),
    ]),
};

function withPart(token: string, at: number, change: (text: string) => string): string {
  const parts = token.split('.');
  parts[at] = base64Url(change(textIn(parts[at] ?? '')) ?? '');
  return parts.join('.');
}

/** Changes the last letter in the unused bits only. */
function lastLetter(token: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  return token.slice(0, -1) + (letters[letters.indexOf(token.at(-1) ?? 'A') ^ 1] ?? 'A');
}

async function signedAgain(token: string, key: CryptoKey): Promise<string> {
  const text = token.split('.').slice(0, 2).join('.');
  const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key, Buffer.from(text));
  return `${text}.${Buffer.from(signature).toString('base64url')}`;
}

async function generate(fixture: KeyFixture, random: Random): Promise<Input> {
  const way = random.pick(Object.keys(WAYS));
  return { way, token: (await WAYS[way]?.(fixture.token, random, fixture)) ?? '' };
}

async function execute(
  fixture: KeyFixture,
  { way, token }: Input,
  plant: string | undefined,
): Promise<string> {
  const fulfillable = decodeAdditionalContext(token);
  if (fulfillable.some((one) => typeof one !== 'string'))
    throw new FalseAcceptance('an obligation that is not a string');
  if (plant === 'takes-unsigned')
    return accepted(fixture, way, token, parseRequestToken(token).claims.jti ?? '');
  const options = { token, signingKey: fixture.device.signing.publicKey, now: Date.now() };
  return accepted(fixture, way, token, (await verifyRequestToken(options)).jti);
}

function accepted(fixture: KeyFixture, way: string, token: string, jti: unknown): string {
  if (typeof jti !== 'string')
    throw new FalseAcceptance('a token is single-use by an id that is not a string');
  // The device may sign any claims.
  if (token !== fixture.token && way !== 'odd claims by the device')
    throw new FalseAcceptance('a token that the device did not write');
  return 'accepted';
}
