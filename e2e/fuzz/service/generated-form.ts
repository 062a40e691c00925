import { manyHavocs } from '../havoc.ts';
import type { Random } from '../random.ts';

/** A multipart request with its head. The token is inserted when it is sent. */
export interface GeneratedForm {
  readonly trail: string;
  readonly boundary: string;
  /** Header lines except those of the length. */
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

function part(random: Random, boundary: string): Buffer {
  const lines = [
    [
      `Content-Disposition: form-data; name="${random.pick(NAMES)}"`,
      random.oneIn(8) ? '' : random.pick(FILES),
    ]
      .filter(Boolean)
      .join('; '),
    ...(random.oneIn(4) ? [] : [`Content-Type: ${random.pick(TYPES)}`]),
    ...(random.oneIn(6) ? [random.pick(MORE)] : []),
  ];
  if (random.oneIn(20)) lines.reverse();
  const end = random.oneIn(20) ? '\n' : '\r\n';
  return Buffer.concat([Buffer.from(`${lines.join(end)}${end}${end}`), content(random, boundary)]);
}

/** Contents that resemble a delimiter, and plain ones. */
function content(random: Random, boundary: string): Buffer {
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
  const parts = Array.from({ length: 1 + random.below(4) }, () =>
    random.oneIn(2)
      ? Buffer.from(random.pick(texts))
      : Buffer.from(random.bytes(random.below(random.pick([5, 50, 5000])))),
  );
  return Buffer.concat(parts);
}

export function generateForm(random: Random): GeneratedForm {
  const boundary = random.pick(BOUNDARIES);
  const count = random.pick([0, 1, 1, 1, 1, 2, 3, random.oneIn(10) ? 2000 : 4]);
  const pieces: Buffer[] = random.oneIn(8) ? [Buffer.from('a preamble\r\n')] : [];
  for (let index = 0; index < count; index += 1)
    pieces.push(
      Buffer.from(`--${boundary}${random.oneIn(15) ? '  \t' : ''}\r\n`),
      count > 100 ? Buffer.from('Content-Disposition: form-data; name="a"\r\n\r\nb') : part(random, boundary),
      Buffer.from('\r\n'),
    );
  pieces.push(
    Buffer.from(
      random.pick([
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
  const isMutated = random.oneIn(4);
  if (isMutated) body = Buffer.from(manyHavocs(Uint8Array.from(body), random));
  return {
    trail: `${count} parts${isMutated ? ', bytes changed' : ''}`,
    boundary,
    head: [
      `Content-Type: ${typeOf(random, boundary)}`,
      ...(random.oneIn(5)
        ? [`Idempotency-Key: ${random.pick(['k-0000000000000001', 'x'.repeat(300), ''])}`]
        : []),
    ],
    body,
    framing: random.oneIn(3) ? random.pick(FRAMINGS) : 'length',
  };
}

function typeOf(random: Random, boundary: string): string {
  const quoted = `multipart/form-data; boundary="${boundary}"`;
  if (!random.oneIn(8))
    return /^[\w'()+.-]+$/.test(boundary) && random.oneIn(2)
      ? `multipart/form-data; boundary=${boundary}`
      : quoted;
  return random.pick([
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

/** The bytes of the whole request. */
export function requestOf({ head, body, framing }: GeneratedForm, token: string): Buffer {
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

function chunked(body: Buffer, framing: GeneratedForm['framing']): Buffer {
  const size =
    framing === 'small chunks' ? Math.max(1, Math.ceil(body.length / 300)) : Math.max(1, body.length);
  const chunks: Buffer[] = [];
  for (let at = 0; at < body.length; at += size) {
    const chunk = body.subarray(at, at + size);
    chunks.push(Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n'));
  }
  return Buffer.concat([...chunks, Buffer.from(framing === 'broken chunks' ? 'zz\r\n' : '0\r\n\r\n')]);
}
