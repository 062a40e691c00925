import { figure, textFigure } from '../figure-table.ts';
import { integer, kibibytes, megabytes, milliseconds, number, percentOf, ratio } from '../formats.ts';
import { type BenchmarkTable, formatWithin, measuresTable } from './benchmark-page.ts';

const raw = 'raw WebCrypto AES-256-GCM';
const sdk = 'OpenTDF web SDK, the same 64 MiB';

export const tdfTable = measuresTable('tdf', [
  { label: 'decryption in Node', key: 'decrypt.node', format: ratio, peer: raw, min: 0.95 },
  { label: 'decryption in Chromium', key: 'decrypt.chromium', format: ratio, peer: raw, min: 0.95 },
  { label: 'decryption beside `age`', key: 'decrypt.vsAge', format: ratio, peer: '`age`, 256 MiB' },
  { label: 'decryption beside the SDK', key: 'decrypt.vsOpentdf', format: ratio, peer: sdk, min: 3 },
  { label: 'encryption in Node', key: 'encrypt.node', format: ratio, peer: raw, min: 0.8 },
  { label: 'encryption in Chromium', key: 'encrypt.chromium', format: ratio, peer: raw, min: 0.75 },
  { label: 'encryption beside `age`', key: 'encrypt.vsAge', format: ratio, peer: '`age`, 256 MiB' },
  { label: 'encryption beside the SDK', key: 'encrypt.vsOpentdf', format: ratio, peer: sdk, min: 3 },
  { label: 'memory of sealing 2 GiB in Node', key: 'encrypt.peakBytes', format: megabytes, max: 60_000_000 },
  { label: 'random access in 512 MiB', key: 'seek.ms', format: milliseconds },
  { label: 'bytes that it reads', key: 'seek.bytes', format: integer, limit: 'one segment' },
  { label: 'opening of 512 MiB', key: 'open.ms', format: milliseconds },
  { label: 'bytes that the opening reads', key: 'open.bytes', format: integer },
]);

export const previewTable = measuresTable('preview', [
  {
    label: 'first page of a sealed PDF, multiple of the peer’s time',
    key: 'firstPage.vsBarePdfjs',
    format: ratio,
    peer: 'pdf.js with the plain file',
  },
  { label: 'the same', key: 'firstPage.ms', format: milliseconds },
  { label: 'share of the file that it reads', key: 'firstPage.bytesShare', format: percentOf },
  { label: 'peak memory while leafing through', key: 'memory.peakBytes', format: megabytes },
  { label: 'peak memory of a sealed video of 2 GiB', key: 'memory.videoPeakBytes', format: megabytes },
  { label: 'first picture of the video', key: 'film.openMs', format: milliseconds },
  { label: 'jump in the video', key: 'film.seekMs', format: milliseconds },
  { label: 'bytes that a jump reads', key: 'film.seekBytes', format: megabytes },
]);

export const exactTable = measuresTable('exact', [
  { label: 'start of the engine', key: 'engine.startMs', format: milliseconds },
  { label: 'exact pages of a short document', key: 'engine.shortDocumentMs', format: milliseconds },
  { label: 'light view of 200 sealed pages', key: 'document.lightMs', format: milliseconds },
  { label: 'exact pages of 200 sealed pages', key: 'document.inPlaceMs', format: milliseconds },
  { label: 'peak memory meanwhile', key: 'document.peakBytes', format: megabytes },
  { label: 'light view of 100,000 rows', key: 'workbook.lightMs', format: milliseconds },
  { label: 'exact pages of 100,000 rows', key: 'workbook.inPlaceMs', format: milliseconds },
  { label: 'peak memory of the workbook', key: 'workbook.peakBytes', format: megabytes },
]);

export const fulltextTable = measuresTable('fulltext', [
  {
    label: 'search in the text of 2,000 documents, p95',
    key: 'search.p95Ms',
    format: milliseconds,
    max: 100,
  },
  { label: 'the same, median', key: 'search.medianMs', format: milliseconds },
  { label: 'indexing of a document, p95', key: 'index.p95Ms', format: milliseconds },
  { label: 'size of the database in MiB', key: 'database.mebibytes', format: number },
]);

export const bundleTable = measuresTable('bundle', [
  {
    label: 'scripts and styles of the sign-in screen',
    key: 'firstScreen.gzipBytes',
    format: kibibytes,
    max: 120 * 1024,
  },
  {
    label: 'the reader with its key access client',
    key: 'reader.gzipBytes',
    format: kibibytes,
    max: 15 * 1024,
  },
]);

const engineNames = { webkit: 'WebKitGTK', firefox: 'Firefox ESR', chromium: 'Chromium' } as const;
/** Multiples of the peer's time. Chromium has no limit. */
const engineLimits = { firstPage: { format: ratio, max: 1.5 }, decrypt: { format: ratio, max: 1.9 } };

export const enginesTable: BenchmarkTable = {
  columns: ['engine', 'version', '`firstPage.vsBarePdfjs`', '`firstPage.ms`', '`decrypt`', 'limits'],
  rows: (['webkit', 'firefox', 'chromium'] as const).map((engine) => {
    const hasLimit = engine !== 'chromium';
    const { firstPage, decrypt } = engineLimits;
    const within = (limit: typeof firstPage) => (value: number) =>
      hasLimit ? formatWithin(value, limit) : ratio(value);
    return [
      engineNames[engine],
      textFigure('engines', `${engine}.version`),
      figure('engines', `${engine}.firstPage.vsBarePdfjs`, within(firstPage)),
      figure('engines', `${engine}.firstPage.ms`, integer),
      figure('engines', `${engine}.decrypt`, within(decrypt)),
      hasLimit ? `≤ ${firstPage.max}, ≤ ${decrypt.max}` : '–',
    ];
  }),
};
