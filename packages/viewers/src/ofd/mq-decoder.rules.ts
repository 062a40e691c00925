// The table of ITU-T T.88, annex E: probability of the less probable symbol (LPS), next state after the MPS,
// next state after the LPS, switch flag.
const states: readonly (readonly [number, number, number, number])[] = [
  [0x5601, 1, 1, 1],
  [0x3401, 2, 6, 0],
  [0x1801, 3, 9, 0],
  [0x0ac1, 4, 12, 0],
  [0x0521, 5, 29, 0],
  [0x0221, 38, 33, 0],
  [0x5601, 7, 6, 1],
  [0x5401, 8, 14, 0],
  [0x4801, 9, 14, 0],
  [0x3801, 10, 14, 0],
  [0x3001, 11, 17, 0],
  [0x2401, 12, 18, 0],
  [0x1c01, 13, 20, 0],
  [0x1601, 29, 21, 0],
  [0x5601, 15, 14, 1],
  [0x5401, 16, 14, 0],
  [0x5101, 17, 15, 0],
  [0x4801, 18, 16, 0],
  [0x3801, 19, 17, 0],
  [0x3401, 20, 18, 0],
  [0x3001, 21, 19, 0],
  [0x2801, 22, 19, 0],
  [0x2401, 23, 20, 0],
  [0x2201, 24, 21, 0],
  [0x1c01, 25, 22, 0],
  [0x1801, 26, 23, 0],
  [0x1601, 27, 24, 0],
  [0x1401, 28, 25, 0],
  [0x1201, 29, 26, 0],
  [0x1101, 30, 27, 0],
  [0x0ac1, 31, 28, 0],
  [0x09c1, 32, 29, 0],
  [0x08a1, 33, 30, 0],
  [0x0521, 34, 31, 0],
  [0x0441, 35, 32, 0],
  [0x02a1, 36, 33, 0],
  [0x0221, 37, 34, 0],
  [0x0141, 38, 35, 0],
  [0x0111, 39, 36, 0],
  [0x0085, 40, 37, 0],
  [0x0049, 41, 38, 0],
  [0x0025, 42, 39, 0],
  [0x0015, 43, 40, 0],
  [0x0009, 44, 41, 0],
  [0x0005, 45, 42, 0],
  [0x0001, 45, 43, 0],
  [0x5601, 46, 46, 0],
];

/** Creates an arithmetic (MQ) decoder. Each bit is decoded in a context. */
export function createMqDecoder(data: Uint8Array) {
  let at = 0;
  let count = 0;
  let code = (data[0] ?? 0xff) << 16;
  let range = 0x8000;

  const byteIn = () => {
    if ((data[at] ?? 0xff) === 0xff) {
      if ((data[at + 1] ?? 0xff) > 0x8f) {
        code += 0xff00;
        count = 8;
        return;
      }
      at += 1;
      code += (data[at] ?? 0) << 9;
      count = 7;
      return;
    }
    at += 1;
    code += (data[at] ?? 0xff) << 8;
    count = 8;
  };
  byteIn();
  code <<= 7;
  count -= 7;

  return (contexts: Uint8Array, context: number): number => {
    const packed = contexts[context] ?? 0;
    const [index, mps] = [packed >> 1, packed & 1];
    const [lpsProbability, nextMps, nextLps, switchFlag] = states[index] ?? [0x5601, 46, 46, 0];
    const decodeLps = () => {
      contexts[context] = (nextLps << 1) | (switchFlag === 1 ? 1 - mps : mps);
      return 1 - mps;
    };
    const decodeMps = () => {
      contexts[context] = (nextMps << 1) | mps;
      return mps;
    };
    let bit: number;
    range -= lpsProbability;
    if (((code >>> 16) & 0xffff) < lpsProbability) {
      bit = range < lpsProbability ? decodeMps() : decodeLps();
      range = lpsProbability;
    } else {
      code -= lpsProbability << 16;
      if ((range & 0x8000) !== 0) return mps;
      bit = range < lpsProbability ? decodeLps() : decodeMps();
    }
    do {
      if (count === 0) byteIn();
      range <<= 1;
      code <<= 1;
      count -= 1;
    } while ((range & 0x8000) === 0);
    return bit;
  };
}
