import { constants, inflateSync } from 'node:zlib';

/** The packed contents of a PDF of the engine: pages, and maps of fonts. Pictures and fonts have more in their dictionaries. */
export const contentsOf = (pdf: Buffer): readonly string[] =>
  Array.from(
    pdf.toString('latin1').matchAll(/\/FlateDecode>>\s*stream\r?\n([\s\S]*?)\r?\nendstream/g),
    // The last byte of the checksum can look like a part of the line end.
    ([, stream = '']) =>
      inflateSync(Buffer.from(stream, 'latin1'), { finishFlush: constants.Z_SYNC_FLUSH }).toString('latin1'),
  );
