import type { Dice } from '../dice.ts';
import { manyHavocs } from '../havoc.ts';

/** A form as it goes over the line, head and all; what stands for the token is put in when it is sent. */
export interface MadeForm {
  readonly trail: string;
  readonly boundary: string;
  /** Header lines without those of the length. */
  readonly head: readonly string[];
  readonly body: Buffer;
  readonly framing: (typeof FRAMINGS)[number];
}

export const FRAMINGS = [
  'length',
  'chunks',
  'small chunks',
  'too short',
  'too long',
  'none',
  'both',
  'broken chunks',
] as const;

const BOUNDARIES = [
  'x',
  'a-boundary',
  "'()+_,-./:=?",
  'x'.repeat(70),
  'x y',
  '----WebKitFormBoundaryabcdefghijk',
  'x'.repeat(200),
];
const NAMES = [
  'file1',
  'file1',
  'file1',
  'file1',
  'file2',
  '',
  '__proto__',
  'file1[]',
  'FILE1',
  'constructor',
];
const FILES = [
  'filename="a.bin"',
  'filename="报告.pdf"',
  "filename*=UTF-8''%E6%8A%A5%E5%91%8A.pdf",
  'filename=a',
  'filename=""',
  'filename="../../etc/passwd"',
  'filename="a\\"b"',
  'filename="C:\\\\x\\\\y.doc"',
  "filename*=UTF-8''%ff%fe",
  "filename*=nonsense''a",
  "filename*=utf-16''a",
  'filename="a"; filename="b"',
  `filename="${'x'.repeat(3000)}"`,
  'filename="\u0000"',
  'filename="a\r\n b"',
  '',
];
const TYPES = [
  'image/jpeg',
  'application/octet-stream',
  'text/plain; charset=utf-16',
  'text/plain; charset="x"',
  'multipart/mixed; boundary=inner',
  '',
  'x',
  '/',
  'x/'.repeat(900),
  'message/rfc822',
];
const MORE = [
  'Content-Transfer-Encoding: base64',
  'Content-Transfer-Encoding: quoted-printable',
  'Content-Disposition: form-data; name="second"',
  'X: y',
  ': z',
  'no colon',
  `X-Long: ${'y'.repeat(20_000)}`,
  'Content-Length: 3',
  'Content-Encoding: gzip',
];

function part(dice: Dice, boundary: string): Buffer {
  const lines = [
    [`Content-Disposition: form-data; name="${dice.pick(NAMES)}"`, dice.oneIn(8) ? '' : dice.pick(FILES)]
      .filter(Boolean)
      .join('; '),
    ...(dice.oneIn(4) ? [] : [`Content-Type: ${dice.pick(TYPES)}`]),
    ...(dice.oneIn(6) ? [dice.pick(MORE)] : []),
  ];
  if (dice.oneIn(20)) lines.reverse();
  const end = dice.oneIn(20) ? '\n' : '\r\n';
  return Buffer.concat([Buffer.from(`${lines.join(end)}${end}${end}`), content(dice, boundary)]);
}

/** Contents that look like the end of themselves, and plain ones. */
function content(dice: Dice, boundary: string): Buffer {
  const texts = [
    '',
    'hello',
    '\r\n',
    '\r',
    '\n',
    '--',
    `--${boundary}`,
    `\r\n--${boundary.slice(0, -1)}`,
    `\r\n-${boundary}`,
    `\r\n--${boundary}x`,
    '\r\n--',
    `\n--${boundary}\n`,
    '\r\n\r\n',
    '\r\n--inner\r\n\r\nx\r\n--inner--',
  ];
  const parts = Array.from({ length: 1 + dice.below(4) }, () =>
    dice.oneIn(2)
      ? Buffer.from(dice.pick(texts))
      : Buffer.from(dice.bytes(dice.below(dice.pick([5, 50, 5000])))),
  );
  return Buffer.concat(parts);
}

export function madeForm(dice: Dice): MadeForm {
  const boundary = dice.pick(BOUNDARIES);
  const count = dice.pick([0, 1, 1, 1, 1, 2, 3, dice.oneIn(10) ? 2000 : 4]);
  const pieces: Buffer[] = dice.oneIn(8) ? [Buffer.from('a preamble\r\n')] : [];
  for (let index = 0; index < count; index += 1)
    pieces.push(
      Buffer.from(`--${boundary}${dice.oneIn(15) ? '  \t' : ''}\r\n`),
      count > 100 ? Buffer.from('Content-Disposition: form-data; name="a"\r\n\r\nb') : part(dice, boundary),
      Buffer.from('\r\n'),
    );
  pieces.push(
    Buffer.from(
      dice.pick([
        `--${boundary}--\r\n`,
        `--${boundary}--\r\n`,
        `--${boundary}--\r\n`,
        `--${boundary}--`,
        '',
        `--${boundary}--\r\nan epilogue`,
        `--${boundary}\r\n`,
      ]),
    ),
  );
  let body = Buffer.concat(pieces);
  const isBent = dice.oneIn(4);
  if (isBent) body = Buffer.from(manyHavocs(Uint8Array.from(body), dice));
  return {
    trail: `${count} parts${isBent ? ', bytes changed' : ''}`,
    boundary,
    head: [
      `Content-Type: ${typeOf(dice, boundary)}`,
      ...(dice.oneIn(5)
        ? [`Idempotency-Key: ${dice.pick(['k-0000000000000001', 'x'.repeat(300), ''])}`]
        : []),
    ],
    body,
    framing: dice.oneIn(3) ? dice.pick(FRAMINGS) : 'length',
  };
}

function typeOf(dice: Dice, boundary: string): string {
  const quoted = `multipart/form-data; boundary="${boundary}"`;
  if (!dice.oneIn(8))
    return /^[\w'()+.-]+$/.test(boundary) && dice.oneIn(2)
      ? `multipart/form-data; boundary=${boundary}`
      : quoted;
  return dice.pick([
    `${quoted}; charset=utf-16`,
    `multipart/form-data; charset=x; boundary="${boundary}"`,
    'multipart/form-data',
    'multipart/form-data; boundary=',
    `multipart/mixed; boundary="${boundary}"`,
    'text/plain',
    `MULTIPART/FORM-DATA; BOUNDARY="${boundary}"`,
    `${quoted}; boundary=other`,
  ]);
}

/** The whole request, ready for the line. */
export function requestOf({ head, body, framing }: MadeForm, token: string): Buffer {
  const lengths = {
    length: body.length,
    'too short': Math.max(0, body.length - 7),
    'too long': body.length + 1000,
    both: body.length,
  };
  const length = framing in lengths ? [`Content-Length: ${lengths[framing as keyof typeof lengths]}`] : [];
  const isChunked = ['chunks', 'small chunks', 'both', 'broken chunks'].includes(framing);
  const lines = [
    'POST /api/v1/files HTTP/1.1',
    'Host: localhost',
    `Authorization: Bearer ${token}`,
    ...head,
    ...length,
    ...(isChunked ? ['Transfer-Encoding: chunked'] : []),
    'Connection: close',
  ];
  return Buffer.concat([
    Buffer.from(`${lines.join('\r\n')}\r\n\r\n`),
    isChunked ? chunked(body, framing) : body,
  ]);
}

function chunked(body: Buffer, framing: MadeForm['framing']): Buffer {
  const size =
    framing === 'small chunks' ? Math.max(1, Math.ceil(body.length / 300)) : Math.max(1, body.length);
  const chunks: Buffer[] = [];
  for (let at = 0; at < body.length; at += size) {
    const chunk = body.subarray(at, at + size);
    chunks.push(Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n'));
  }
  return Buffer.concat([...chunks, Buffer.from(framing === 'broken chunks' ? 'zz\r\n' : '0\r\n\r\n')]);
}
