import type { FileEntry } from '@zip.js/zip.js/lib/zip-core-native.js';
import { readEntry } from '../archive/zip-files.util.ts';
import { dataViewOf } from '../format/data-view.util.ts';
import { gatherRanges, openOle, scatterRanges } from '../format/ole.util.ts';
import { readPackageEntries, writePackage } from './packages.util.ts';
import { pngEnd, pngSignature, repairPng, transparentPng } from './repair-png.util.ts';

/** Larger pictures are left as they are. */
const maxPictureBytes = 64 * 1024 * 1024;
const maxPictures = 2_000;
const pictureName = /\.png$|(?:^|\/)(?:media|pictures)\/[^/]+$/i;

const zipStart = [0x50, 0x4b, 0x03, 0x04];
const oleStart = [0xd0, 0xcf, 0x11, 0xe0];
const rtfStart = [0x7b, 0x5c, 0x72, 0x74];

const startsWith = (bytes: Uint8Array, start: ArrayLike<number>): boolean =>
  Array.from(start).every((byte, index) => bytes[index] === byte);

/**
 * Replaces damaged PNG pictures of an office document by what can be read of them. A damaged picture ends the conversion by the
 * engine, whose build does not catch the errors of its PNG reader.
 * @returns the changed document, or null if no damaged picture was found.
 */
export async function repairPictures(
  document: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (startsWith(document, zipStart)) return repairPackage(document);
  if (startsWith(document, oleStart)) return repairCompoundFile(document);
  return startsWith(document, rtfStart) ? repairRtf(document) : null;
}

/** The repaired pictures of a package, by their names. */
async function repairedParts(entries: readonly FileEntry[]) {
  const repaired = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const entry of entries) {
    if (!pictureName.test(entry.filename) || entry.uncompressedSize > maxPictureBytes) continue;
    const content = await readEntry(entry, { maxBytes: maxPictureBytes }).catch(() => new Uint8Array());
    const picture = startsWith(content, pngSignature) ? await repairPng(content) : null;
    if (picture) repaired.set(entry.filename, picture);
  }
  return repaired;
}

async function repairPackage(document: Uint8Array): Promise<Uint8Array<ArrayBuffer> | null> {
  const entries = await readPackageEntries(document);
  const repaired = await repairedParts(entries ?? []);
  return entries && repaired.size > 0 ? writePackage(entries, repaired) : null;
}

/** The streams of Word, PowerPoint and Excel that contain pictures. */
const pictureStreams = ['Data', 'WordDocument', 'Pictures'];
/** Records of at most 8,224 bytes divide the pictures of a workbook. */
const workbookStreams = ['Workbook', 'Book'];
/** The record of a PNG ([MS-ODRAW] 2.2.28): 8 bytes of head, one or two digests of 16 bytes, and a byte. */
const pngRecord = 0xf01e;
const recordHeadBytes = 8;
const recordFactBytes = [17, 33];

async function repairCompoundFile(document: Uint8Array): Promise<Uint8Array<ArrayBuffer> | null> {
  const result = Uint8Array.from(document);
  const ole = await openOle(async (offset, length) => document.subarray(offset, offset + length));
  let isChanged = false;
  for (const name of [...pictureStreams, ...workbookStreams]) {
    const ranges = await ole.locateStream(name, document.length);
    const stream = gatherRanges(document, ranges);
    const isDivided = workbookStreams.includes(name);
    for (const start of placesOf(stream, pngSignature)) {
      const end = recordEnd(stream, start) ?? pngEnd(stream, start);
      const isRepaired =
        end === null || isDivided
          ? await hideDamagedPng(stream, start)
          : await repairInPlace(stream.subarray(start, end));
      isChanged ||= isRepaired;
    }
    scatterRanges(stream, result, ranges);
  }
  return isChanged ? result : null;
}

/** The end of the picture by the length in its record, or null if it has none. */
function recordEnd(stream: Uint8Array, start: number): number | null {
  const view = dataViewOf(stream);
  for (const factBytes of recordFactBytes) {
    const head = start - factBytes - recordHeadBytes;
    if (head < 0 || view.getUint16(head + 2, true) !== pngRecord) continue;
    const end = head + recordHeadBytes + view.getUint32(head + 4, true);
    if (end > start && end <= stream.length) return end;
  }
  return null;
}

/** Overwrites a damaged picture by its repaired form. Returns whether it was damaged. */
async function repairInPlace(picture: Uint8Array): Promise<boolean> {
  const repaired = await repairPng(picture);
  if (!repaired) return false;
  const fitting = repaired.length <= picture.length ? repaired : await transparentPng();
  picture.fill(0);
  if (fitting.length <= picture.length) picture.set(fitting);
  return true;
}

/** Takes the signature from a picture that is not intact in one piece, so that no reader takes it for a PNG. */
async function hideDamagedPng(stream: Uint8Array, start: number): Promise<boolean> {
  const end = pngEnd(stream, start);
  if (end !== null && (await repairPng(stream.subarray(start, end))) === null) return false;
  stream.fill(0, start, start + pngSignature.length);
  return true;
}

/** The places of a text of bytes. A hostile document with very many gets the first ones. */
function placesOf(bytes: Uint8Array, wanted: Uint8Array): readonly number[] {
  const places: number[] = [];
  const [first = 0] = wanted;
  for (
    let at = bytes.indexOf(first);
    at >= 0 && places.length < maxPictures;
    at = bytes.indexOf(first, at + 1)
  ) {
    if (startsWith(bytes.subarray(at, at + wanted.length), wanted)) places.push(at);
  }
  return places;
}

const hexPicture = /89\s*50\s*4e\s*47\s*0d\s*0a\s*1a\s*0a(?:\s*[\da-f]{2})+/gi;

/** The pictures of RTF are hexadecimal digits, between any white space, or bytes (`\bin`). */
async function repairRtf(document: Uint8Array): Promise<Uint8Array<ArrayBuffer> | null> {
  const result = Uint8Array.from(document);
  let isChanged = false;
  for (const start of placesOf(result, pngSignature)) {
    const end = pngEnd(result, start);
    const isRepaired =
      end === null ? await hideDamagedPng(result, start) : await repairInPlace(result.subarray(start, end));
    isChanged ||= isRepaired;
  }
  // One character for each byte, so that places in the text are places in the file.
  const text = new TextDecoder('latin1').decode(document);
  for (const { 0: digits, index } of text.matchAll(hexPicture)) {
    const picture = Uint8Array.from(digits.replace(/\s+/g, '').match(/../g) ?? [], (pair) =>
      Number.parseInt(pair, 16),
    );
    if (!(await repairInPlace(picture))) continue;
    isChanged = true;
    const written = Array.from(picture, (byte) => byte.toString(16).padStart(2, '0')).join('');
    let at = 0;
    for (const { index: offset } of digits.matchAll(/\S/g)) {
      result[index + offset] = written.charCodeAt(at);
      at += 1;
    }
  }
  return isChanged ? result : null;
}
