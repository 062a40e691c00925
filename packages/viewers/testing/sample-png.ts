const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

function chunk(type: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(body.length + 12);
  const view = new DataView(whole.buffer);
  view.setUint32(0, body.length);
  for (let at = 0; at < 4; at += 1) whole[4 + at] = type.charCodeAt(at);
  whole.set(body, 8);
  let crc = 0xffff_ffff;
  for (const byte of whole.subarray(4, -4)) crc = (table[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8);
  view.setUint32(whole.length - 4, ~crc);
  return whole;
}

async function packed(rows: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Response(rows).body?.pipeThrough(new CompressionStream('deflate'));
  return new Uint8Array(await new Response(stream ?? null).arrayBuffer());
}

export type SamplePng = {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly colorType: number;
  /** Rows, each with its filter type as the first byte. */
  readonly rows: Uint8Array<ArrayBuffer>;
  readonly others?: Readonly<Record<string, Uint8Array>>;
};

/** Writes a PNG of the given rows. */
export async function samplePng({ width, height, depth, colorType, rows, others = {} }: SamplePng) {
  const head = new Uint8Array(13);
  new DataView(head.buffer).setUint32(0, width);
  new DataView(head.buffer).setUint32(4, height);
  head.set([depth, colorType], 8);
  const parts = [
    Uint8Array.from('\x89PNG\r\n\x1a\n', (character) => character.charCodeAt(0)),
    chunk('IHDR', head),
    ...Object.entries(others).map(([type, body]) => chunk(type, body)),
    chunk('IDAT', await packed(rows)),
    chunk('IEND', new Uint8Array()),
  ];
  return new Uint8Array(await new Response(new Blob(parts)).arrayBuffer());
}

/** A black image with one bit per pixel: large dimensions in a small file. */
export const blackPng = (width: number, height: number) =>
  samplePng({
    width,
    height,
    depth: 1,
    colorType: 0,
    rows: new Uint8Array((Math.ceil(width / 8) + 1) * height),
  });
