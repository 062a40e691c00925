import { decodeAdditionalContext, verifyRequestToken } from '../../../packages/tdf/src/index.ts';
import { parseRequestToken } from '../../../packages/tdf/src/keys/index.ts';
import { byWays } from '../by-ways.ts';
import type { Dice } from '../dice.ts';
import { Wrong } from '../fate.ts';
import { manyHavocs } from '../havoc.ts';
import { changedText } from '../json-text.ts';
import { changedTree, type Json } from '../json-tree.ts';
import type { Target } from '../target.ts';
import { codeOf, type KeyWorld, openKeyWorld } from './world.ts';

type Input = { readonly way: string; readonly token: string };

/** Signed request tokens as anybody can write them: one text alone is the device's, and is accepted. */
export const tokens: Target = {
  what: 'signed request tokens of the key access service, and the header of what a client can fulfil',
  plants: ['takes-unsigned'],
  inputs: 4000,
  open: async (options) => {
    const world = await openKeyWorld();
    return byWays<Input>(options, {
      made: (dice) => made(world, dice),
      tried: (input) => tried(world, input, options.plant),
      codeOf,
    });
  },
};

const base64Url = (text: string): string => Buffer.from(text).toString('base64url');
const textIn = (part: string): string => Buffer.from(part, 'base64url').toString();

const WAYS: Readonly<
  Record<string, (token: string, dice: Dice, world: KeyWorld) => string | Promise<string>>
> = {
  bytes: (token, dice) =>
    Buffer.from(manyHavocs(Uint8Array.from(Buffer.from(token)), dice)).toString('latin1'),
  header: (token, dice) =>
    withPart(token, 0, (text) => JSON.stringify(changedTree(JSON.parse(text) as Json, dice))),
  claims: (token, dice) =>
    withPart(token, 1, (text) => JSON.stringify(changedTree(JSON.parse(text) as Json, dice))),
  text: (token, dice) => withPart(token, dice.below(2), (text) => changedText(text, dice)),
  algorithm: (token, dice) =>
    withPart(token, 0, () =>
      JSON.stringify({ alg: dice.pick(['none', 'HS256', 'RS256', 'es256', 'ES384', '', null]) }),
    ),
  signature: (token, dice) => {
    const [header = '', claims = ''] = token.split('.');
    return `${header}.${claims}.${dice.pick(['', 'AA', '='.repeat(4), dice.bytes(64), new Uint8Array(64), dice.bytes(72)].map((one) => (typeof one === 'string' ? one : Buffer.from(one).toString('base64url'))))}`;
  },
  'same signature in other letters': (token, dice) =>
    dice.pick([
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
    return resigned(token, other.privateKey);
  },
  'odd claims by the device': async (token, dice, { device }) =>
    resigned(
      withPart(token, 1, (text) => JSON.stringify(changedTree(JSON.parse(text) as Json, dice))),
      device.signing.privateKey,
    ),
  context: (_token, dice) =>
    dice.pick([
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

/** Another last letter whose bits beyond the last byte are the only difference. */
function lastLetter(token: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  return token.slice(0, -1) + (letters[letters.indexOf(token.at(-1) ?? 'A') ^ 1] ?? 'A');
}

async function resigned(token: string, key: CryptoKey): Promise<string> {
  const text = token.split('.').slice(0, 2).join('.');
  const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key, Buffer.from(text));
  return `${text}.${Buffer.from(signature).toString('base64url')}`;
}

async function made(world: KeyWorld, dice: Dice): Promise<Input> {
  const way = dice.pick(Object.keys(WAYS));
  return { way, token: (await WAYS[way]?.(world.token, dice, world)) ?? '' };
}

async function tried(world: KeyWorld, { way, token }: Input, plant: string | undefined): Promise<string> {
  const fulfillable = decodeAdditionalContext(token);
  if (fulfillable.some((one) => typeof one !== 'string')) throw new Wrong('an obligation that is no text');
  if (plant === 'takes-unsigned')
    return accepted(world, way, token, parseRequestToken(token).claims.jti ?? '');
  const options = { token, signingKey: world.device.signing.publicKey, now: Date.now() };
  return accepted(world, way, token, (await verifyRequestToken(options)).jti);
}

function accepted(world: KeyWorld, way: string, token: string, jti: unknown): string {
  if (typeof jti !== 'string') throw new Wrong('a token is used once by an id that is no text');
  // What the device itself has signed it may say, in good sense or not.
  if (token !== world.token && way !== 'odd claims by the device')
    throw new Wrong('a token that the device did not write');
  return 'accepted';
}
