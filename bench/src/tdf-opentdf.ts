import { existsSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { json } from 'node:stream/consumers';
import {
  type Bytes,
  bytesSource,
  generateLicenceKeyPair,
  importForOpening,
  importLicenceKey,
  openDocument,
  readSealed,
  seal,
  sealedSize,
  streamOf,
  unwrapDataKey,
} from '@sealflow/tdf';
import { clientSession, importClientKey } from '@sealflow/tdf/keys';
import { nodeCipher, nodeDecipher } from '@sealflow/tdf/node';
import { makeSample, sealInMemory } from './sealed-sample.ts';
import { ratio } from './stats.ts';

const size = 64 * 1024 * 1024;
const rounds = 7;
const algorithm = 'ec:secp256r1';
const kid = 'bench.ec.1';

interface Sdk {
  readonly OpenTDF: new (
    options: object,
  ) => {
    read(options: object): Promise<ReadableStream<Bytes>>;
    createZTDF(options: object): Promise<ReadableStream<Bytes>>;
  };
  readonly authTokenInterceptor: (token: () => Promise<string>) => unknown;
}

/** The location of the SDK in the folder of its installation or build. */
function entryOf(folder: string): string {
  const entry = 'dist/web/src/index.js';
  const found = ['node_modules/@opentdf/sdk', '.', 'lib']
    .map((place) => join(resolve(folder), place, entry))
    .find((path) => existsSync(path));
  if (!found) throw new Error(`there is no built @opentdf/sdk in ${folder}`);
  return found;
}

/**
 * The speed of reading the same sealed bytes, and of sealing, relative to the OpenTDF web SDK. Ours reads and seals as the service
 * does in Node. The SDK requests a key once per file from a minimal service in this process; ours has the key.
 */
export async function vsOpentdf(folder: string): Promise<{ decrypt: number; encrypt: number }> {
  const { OpenTDF, authTokenInterceptor } = (await import(entryOf(folder))) as Sdk;
  const { pkcs8, publicKeyPem } = await generateLicenceKeyPair(algorithm);
  const kas = await openKas(pkcs8, publicKeyPem);
  try {
    const { options } = await makeSample(size);
    const own = { ...options, kas: { url: `${kas.url}/kas`, kid, publicKeyPem }, cipher: nodeCipher };
    const file = await sealInMemory(own, await sealedSize(own, size));
    const client = new OpenTDF({
      interceptors: [authTokenInterceptor(async () => 'token')],
      platformUrl: kas.url,
      defaultReadOptions: { ignoreAllowlist: true },
      disableDPoP: true,
    });
    const source = { type: 'buffer', location: file };
    const decrypt = await ratio({
      slices: 1,
      rounds,
      raw: async () =>
        drained(await client.read({ source, wrappingKeyAlgorithm: algorithm, ignoreAllowlist: true }), size),
      ours: async () => {
        const sealed = await readSealed(bytesSource(file));
        const [entry] = sealed?.manifest.encryptionInformation.keyAccess ?? [];
        if (!sealed || !entry) throw new Error('the sample is not sealed');
        const dataKey = await unwrapDataKey(entry, await importLicenceKey(algorithm, pkcs8));
        const decipher = nodeDecipher(dataKey);
        const keys = await importForOpening(dataKey);
        const documentId = own.policy.uuid;
        const opened = { documentId, ...keys, decipher, shares: [{ kid, sid: null, ...keys }] };
        const { bytes } = await openDocument({ source: sealed, keys: opened });
        await drained(streamOf(bytes, { releaseBlocks: true }), size);
      },
    });
    const plain = new Uint8Array(size);
    const encrypt = await ratio({
      slices: 1,
      rounds,
      raw: async () =>
        drained(
          await client.createZTDF({
            source: { type: 'buffer', location: plain },
            mimeType: 'application/octet-stream',
            attributes: [],
            autoconfigure: false,
            defaultKASEndpoint: `${kas.url}/kas`,
            wrappingKeyAlgorithm: algorithm,
          }),
          size,
        ),
      ours: () => drained(seal({ ...own, content: plain, releaseChunks: true }).stream, size),
    });
    return { decrypt, encrypt };
  } finally {
    kas.close();
  }
}

interface RewrapBody {
  readonly clientPublicKey: string;
  readonly requests: readonly {
    readonly policy: { readonly id: string };
    readonly keyAccessObjects: readonly {
      readonly keyAccessObjectId: string;
      readonly keyAccessObject: Parameters<typeof unwrapDataKey>[0];
    }[];
  }[];
}

/** Grants every key, because only the file is measured. */
async function openKas(pkcs8: Bytes, publicKey: string) {
  const key = await importLicenceKey(algorithm, pkcs8);
  const rewrap = async ({ signedRequestToken }: { signedRequestToken: string }) => {
    const claims = JSON.parse(
      Buffer.from(signedRequestToken.split('.')[1] ?? '', 'base64url').toString(),
    ) as {
      requestBody: string;
    };
    const { clientPublicKey, requests } = JSON.parse(claims.requestBody) as RewrapBody;
    const session = await clientSession(await importClientKey(clientPublicKey));
    const responses = await Promise.all(
      requests.map(async ({ policy, keyAccessObjects }) => ({
        policyId: policy.id,
        results: await Promise.all(
          keyAccessObjects.map(async ({ keyAccessObjectId, keyAccessObject }) => ({
            keyAccessObjectId,
            status: 'permit',
            kasWrappedKey: await session.wrap(await unwrapDataKey(keyAccessObject, key)),
          })),
        ),
      })),
    );
    return { sessionPublicKey: session.sessionPublicKey, responses };
  };
  const answer = async (request: IncomingMessage): Promise<object> => {
    const requestCount = (await json(request)) as { signedRequestToken: string };
    return request.url?.endsWith('/Rewrap') ? rewrap(requestCount) : { publicKey, kid };
  };
  const reply = async (request: IncomingMessage, response: ServerResponse) => {
    const said = await answer(request);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(said));
  };
  const server = createServer((request, response) => void reply(request, response));
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

async function drained(chunks: AsyncIterable<Bytes>, least: number): Promise<void> {
  let total = 0;
  for await (const chunk of chunks) total += chunk.length;
  if (total < least) throw new Error(`${total} bytes came, not ${least}`);
}
