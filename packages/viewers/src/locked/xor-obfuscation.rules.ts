/** Fills the key of a password shorter than 16 characters. */
const fillBytes = [
  0xbb, 0xff, 0xff, 0xba, 0xff, 0xff, 0xb9, 0x80, 0x00, 0xbe, 0x0f, 0x00, 0xbf, 0x0f, 0x00,
] as const;
const maxPasswordLength = 15;

/** How a program stores the verifier and rotates the bytes of the key. */
type XorVariant = { readonly key: number; readonly verifier: number; readonly rotation: 2 | 7 };

const rotateLeft = (value: number, bits: number, width: number): number =>
  ((value << bits) | (value >>> (width - bits))) & ((1 << width) - 1);

/** One byte for each character, at most 15: the low byte, or the high byte where that is zero. */
const passwordBytesOf = (password: string): number[] =>
  Array.from(password.slice(0, maxPasswordLength), (character) => {
    const code = character.charCodeAt(0);
    return code & 0xff || code >> 8;
  });

const shiftRegister = (value: number) => {
  const rotated = rotateLeft(value, 1, 16);
  return rotated & 1 ? rotated ^ 0x1020 : rotated;
};

function baseKeyOf(password: readonly number[]): number {
  let key = 0;
  let register = 0x8000;
  let end = 0xffff;
  for (const byte of password.toReversed()) {
    for (let bit = 0; bit < 8; bit += 1) {
      register = shiftRegister(register);
      end = shiftRegister(end);
      if (((byte & 0x7f) >> bit) & 1) key ^= register;
    }
  }
  return key ^ end;
}

function verifierOf(password: readonly number[]): number {
  const rotated = password.map((byte, index) => rotateLeft(byte, (index + 1) % 15, 15));
  return rotated.reduce((sum, value) => sum ^ value, password.length ^ 0xce4b);
}

/**
 * The 16 bytes that obfuscate a stream ([MS-OFFCRYPTO] 2.3.7). Null if the password is wrong. Many passwords
 * have the same verifier, so a wrong one can pass.
 */
export function xorKeyOf(
  password: string,
  { key, verifier, rotation }: XorVariant,
): readonly number[] | null {
  const bytes = passwordBytesOf(password);
  if (bytes.length === 0) return null;
  const base = baseKeyOf(bytes);
  if (base !== key || verifierOf(bytes) !== verifier) return null;
  return [...bytes, ...fillBytes].slice(0, 16).map((byte, index) => {
    const mixed = byte ^ (index % 2 === 0 ? base & 0xff : base >> 8);
    return rotateLeft(mixed, rotation, 8);
  });
}

/** Excel also rotates each byte. */
export const clearXlsByte = (byte: number, keyByte: number): number => rotateLeft(byte, 3, 8) ^ keyByte;

/** Word leaves zeros, and bytes that would become zero, unchanged. */
export const clearDocByte = (byte: number, keyByte: number): number =>
  byte === 0 || byte === keyByte ? byte : byte ^ keyByte;
