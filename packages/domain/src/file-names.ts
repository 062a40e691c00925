const maxNameCharacters = 120;
/** File names have at most 255 bytes on phones and most servers. The difference leaves room for added suffixes. */
const maxNameBytes = 240;
const maxExtensionCharacters = 16;
const inputEndCharacters = 512;
const fallbackName = 'file';

/**
 * Control and format characters (bidirectional marks among them), lone surrogates, invisible fillers and line
 * separators.
 */
const invisibleCharacters = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\uFFFD\u115F\u1160\u3164\uFFA0]/gu;
const reservedNames = /^(?:CON|PRN|AUX|NUL|COM[0-9¹²³]|LPT[0-9¹²³])$/iu;

const byteLength = (text: string) => new TextEncoder().encode(text).length;
const isWithinLimits = (name: string) => name.length <= maxNameCharacters && byteLength(name) <= maxNameBytes;
const trimDots = (name: string) => name.replace(/^[. ]+/u, '').replace(/[. ]+$/u, '');

/** Bounds the work for an extremely long name before it is normalised. Only its two ends can be part of the result. */
const truncateMiddle = (input: string) =>
  input.length <= 2 * inputEndCharacters
    ? input
    : input.slice(0, inputEndCharacters) + input.slice(-inputEndCharacters);

function shortenToLimits(name: string): string {
  if (isWithinLimits(name)) return name;
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 && name.length - dot <= maxExtensionCharacters ? name.slice(dot) : '';
  const stem = Array.from(name.slice(0, name.length - extension.length));
  while (stem.length > 0 && !isWithinLimits(stem.join('') + extension)) stem.pop();
  return (trimDots(stem.join('')) || fallbackName) + extension;
}

/**
 * Makes a foreign name safe to show and to use as a file name on every system: the last path segment, without invisible
 * or reserved characters, at most 120 characters and 240 bytes of UTF-8, with its extension.
 * @returns a non-empty name; a safe name is returned unchanged.
 */
export function safeFileName(input: string): string {
  // The removal can bring a letter and its combining mark together, so normalisation follows it.
  const cleaned = truncateMiddle(input).replaceAll(invisibleCharacters, '').normalize('NFC');
  const lastSegment = cleaned.split(/[/\\]/u).at(-1) ?? '';
  const name = trimDots(lastSegment.replaceAll(/[<>:"|?*]/gu, '_').replaceAll(/\p{Zs}+/gu, ' '));
  if (name === '') return fallbackName;
  const [stem = ''] = name.split('.');
  return shortenToLimits(reservedNames.test(stem.trim()) ? `_${name}` : name);
}
