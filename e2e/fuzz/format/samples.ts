import { type Bytes, concat, utf8 } from '../../../packages/tdf/src/bytes.ts';
import { importForOpening, joinShares } from '../../../packages/tdf/src/data-key.ts';
import { bytesSource, type PayloadKeys, readSealed } from '../../../packages/tdf/src/index.ts';
import { randomOf } from '../random.ts';
import { foreignSamples } from './foreign-samples.ts';
import { type DocumentPlan, forgeDocument } from './forging.ts';
import { ownSamples } from './own-samples.ts';
import { type ExpectedContent, POLICY, type Sample, type Sealed } from './sample.ts';
import { withSeededRandom } from './seeded-sealing.ts';
import { withComment, withZip64End, zipFile } from './zip-file.ts';

const OTHER_ID = '3f0a1c9e-6a52-4d0b-9d0e-2b8c9f1e7a11';

const bytesOf = (index: number, length: number): Bytes => randomOf(0x5ea1, index).bytes(length);
const cut = (plain: Bytes, size: number): Bytes[] =>
  Array.from({ length: Math.ceil(plain.length / size) }, (_, at) => plain.slice(at * size, (at + 1) * size));

/** Small documents of every form that the reader accepts, identical in every process. */
export async function makeSamples(): Promise<readonly Sample[]> {
  const planSample = await withSeededRandom(1, plannedSamples);
  const sealed = [...(await ownSamples()), ...(await foreignSamples()), ...planSample];
  return Promise.all(sealed.map(prepare));
}

async function plannedSamples(): Promise<Sealed[]> {
  const plain = bytesOf(4, 200);
  const base = {
    policy: POLICY,
    mimeType: 'application/pdf',
    hash: 'GMAC' as const,
    segments: cut(plain, 32),
  };
  const named = { ...base, name: '合同 2026.pdf' };
  const bare = { ...base, name: null };
  const by = (index: number) => sealedWith(bytesOf(index, 32));
  const halves = [bytesOf(2, 32), bytesOf(3, 32)] as const;
  return [
    await make('segments', { ...named, ...by(1) }),
    // The sealer never reuses a data key. These two samples share one on purpose.
    await make('same key', {
      ...named,
      ...by(1),
      segments: cut(bytesOf(5, 200), 32),
      policy: { ...POLICY, uuid: OTHER_ID },
    }),
    await make('other key', { ...named, ...by(6), segments: cut(bytesOf(7, 200), 32) }),
    await make('split', {
      ...named,
      dataKey: joinShares(halves),
      shares: halves.map((key, index) => ({ kid: `lk${index + 1}.ec.1`, sid: `s${index + 1}`, key })),
    }),
    await make('HS256', { ...named, ...by(8), hash: 'HS256' }),
    await make('hex', { ...bare, ...by(9), inHex: true }),
    await make('bare', { ...bare, ...by(10), segments: cut(plain, 50) }),
    await make('zip64', { ...named, ...by(13) }, ({ payload, manifest }) =>
      withZip64End(
        zipFile([
          { name: '0.payload', data: payload, zip64: true, descriptor: true },
          { name: '0.manifest.json', data: manifest, zip64: true },
        ]),
      ),
    ),
    await make('manifest first', { ...named, ...by(14) }, ({ payload, manifest }) =>
      withComment(
        zipFile([
          { name: '0.manifest.json', data: manifest },
          { name: 'readme', data: utf8('hello') },
          { name: '0.payload', data: payload },
        ]),
        'a comment',
      ),
    ),
  ];
}

const sealedWith = (key: Bytes): Pick<DocumentPlan, 'dataKey' | 'shares'> => ({
  dataKey: key,
  shares: [{ kid: 'lk1.ec.1', key }],
});

async function make(
  name: string,
  plan: DocumentPlan,
  archive: (entries: Entries) => Bytes = plainZip,
): Promise<Sealed> {
  const { manifest, payload } = await forgeDocument(plan);
  return {
    name,
    file: archive({ payload, manifest: utf8(JSON.stringify(manifest)) }),
    dataKey: plan.dataKey,
    shares: plan.shares.map(({ kid, sid, key }) => ({ kid, sid: sid ?? null, key })),
    expected: expectedOf(plan),
  };
}

interface Entries {
  readonly payload: Bytes;
  readonly manifest: Bytes;
}

const plainZip = ({ payload, manifest }: Entries): Bytes =>
  zipFile([
    { name: '0.payload', data: payload },
    { name: '0.manifest.json', data: manifest },
  ]);

const expectedOf = ({ segments, policy, shares, mimeType, name }: DocumentPlan): ExpectedContent => ({
  plain: concat(segments),
  documentId: policy.uuid,
  userOID: policy.owner,
  orgID: policy.org,
  clID: policy.classification,
  kid: shares[0]?.kid ?? '',
  mimeType,
  name,
  attested: name !== null,
});

async function prepare(sealed: Sealed): Promise<Sample> {
  const { file, dataKey, shares, expected: truth } = sealed;
  const read = await readSealed(bytesSource(file));
  if (!read) throw new Error(`the sample ${sealed.name} is not a protected file`);
  const { segments: table, manifest, payloadOffset } = read;
  const payload = file.slice(payloadOffset, payloadOffset + table.encryptedSize);
  const segments = Array.from({ length: table.count }, (_, index) =>
    payload.slice(table.encryptedStart(index), table.encryptedStart(index + 1)),
  );
  const keys: PayloadKeys = {
    ...(await importForOpening(dataKey)),
    documentId: truth.documentId,
    shares: await Promise.all(
      shares.map(async ({ kid, sid, key }) => Object.assign({ kid, sid }, await importForOpening(key))),
    ),
  };
  return { ...sealed, keys, manifest, payload, segments };
}
