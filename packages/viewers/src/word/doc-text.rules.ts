import { dataViewOf } from '../format/data-view.util.ts';

/** A piece of the text and the position of its characters in the file. */
export type TextPiece = {
  readonly text: string;
  /** Offset of the first character in the stream. */
  readonly at: number;
  /** Bytes per character. */
  readonly bytesPerCharacter: 1 | 2;
};

export type DocText = {
  readonly pieces: readonly TextPiece[];
  /** Character counts of the main text, footnotes, headers and so on, in the order of the file. */
  readonly partLengths: readonly number[];
};

/** The document is encrypted, or it is not a document of Word 6 or later. */
export class DocTextError extends Error {
  readonly reason: 'password' | 'unknown';

  constructor(reason: 'password' | 'unknown') {
    super(reason);
    this.name = 'DocTextError';
    this.reason = reason;
  }
}

const word97Magic = 0xa5ec;
/** Word 6 and 95. */
const word6Magic = 0xa5dc;
const encryptedFlag = 0x0100;
const secondTableFlag = 0x0200;
/** Word 97 and later store their text in pieces, with Unicode. */
const word97Version = 0x00c1;
const compressedFlag = 0x40000000;

/** The name of the table stream according to the header of the document. */
export const tableNameOf = (main: Uint8Array): string =>
  main.length > 12 && (dataViewOf(main).getUint16(10, true) & secondTableFlag) !== 0 ? '1Table' : '0Table';

/**
 * Reads the text of a legacy Word document ([MS-DOC] 2.4.1) in its pieces.
 * @throws DocTextError
 */
export function readDocText(main: Uint8Array, table: Uint8Array | null): DocText {
  const view = dataViewOf(main);
  const signature = main.length < 0x200 ? 0 : view.getUint16(0, true);
  if (signature !== word97Magic && signature !== word6Magic) throw new DocTextError('unknown');
  if ((view.getUint16(10, true) & encryptedFlag) !== 0) throw new DocTextError('password');
  if (signature === word6Magic || view.getUint16(2, true) < word97Version || !table)
    return readWord6Text(main, view);
  // Main text, footnotes, headers, comments, endnotes, text boxes, text boxes in headers.
  const partLengths = [0x4c, 0x50, 0x54, 0x5c, 0x60, 0x64, 0x68].map((at) => view.getUint32(at, true));
  const [offset, size] = [view.getUint32(0x1a2, true), view.getUint32(0x1a6, true)];
  const pieces = piecesIn(table.subarray(offset, offset + size), main);
  return pieces.length > 0 ? { pieces, partLengths } : readWord6Text(main, view);
}

/** The code page by language, where it is not windows-1252. */
const codePages: Readonly<Record<number, string>> = {
  0x0404: 'big5',
  0x0804: 'gb18030',
  0x0411: 'shift_jis',
  0x0412: 'euc-kr',
  0x0405: 'windows-1250',
  0x040e: 'windows-1250',
  0x0415: 'windows-1250',
  0x0408: 'windows-1253',
  0x0419: 'windows-1251',
  0x0422: 'windows-1251',
};

/** Word 6 and 95 store one contiguous text in a code page. */
function readWord6Text(main: Uint8Array, view: DataView): DocText {
  const [from, to] = [view.getUint32(0x18, true), view.getUint32(0x1c, true)];
  const bytes = main.subarray(from, Math.min(to, main.length));
  const text = new TextDecoder(codePages[view.getUint16(6, true)] ?? 'windows-1252').decode(bytes);
  return { pieces: [{ text, at: from, bytesPerCharacter: 1 }], partLengths: [text.length] };
}

function piecesIn(clx: Uint8Array, main: Uint8Array): readonly TextPiece[] {
  const view = dataViewOf(clx);
  let at = 0;
  // Property modifications that pieces refer to precede the pieces.
  while (at + 3 <= clx.length && clx[at] === 1) at += 3 + view.getUint16(at + 1, true);
  if (at + 5 > clx.length || clx[at] !== 2) return [];
  const count = Math.floor((Math.min(view.getUint32(at + 1, true), clx.length - at - 5) - 4) / 12);
  const pieceStarts = at + 5;
  const records = pieceStarts + 4 * (count + 1);
  const pieces: TextPiece[] = [];
  // Each byte belongs to one piece, so there cannot be more text than file.
  let remainingBytes = main.length;
  for (let index = 0; index < count && remainingBytes > 0; index += 1) {
    const length =
      view.getUint32(pieceStarts + 4 * index + 4, true) - view.getUint32(pieceStarts + 4 * index, true);
    const pieceOffset = view.getUint32(records + 8 * index + 2, true);
    const bytesPerCharacter = (pieceOffset & compressedFlag) !== 0 ? 1 : 2;
    const from = bytesPerCharacter === 1 ? (pieceOffset & ~compressedFlag) / 2 : pieceOffset;
    const bytes = main.subarray(
      from,
      from + Math.min(remainingBytes, Math.max(0, length) * bytesPerCharacter),
    );
    remainingBytes -= bytes.length;
    const text = new TextDecoder(bytesPerCharacter === 1 ? 'windows-1252' : 'utf-16le').decode(bytes);
    pieces.push({ text, at: from, bytesPerCharacter });
  }
  return pieces;
}
