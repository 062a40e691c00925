const maxCharacters = 120;
/** File names have at most 255 bytes on phones and most servers. The difference leaves room for added suffixes. */
const maxBytes = 240;
const maxEnding = 16;
const endRead = 512;
const nothing = 'file';

/**
 * Control and format characters (bidirectional marks among them), lone surrogates, invisible fillers and line
 * separators.
 */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\uFFFD\u115F\u1160\u3164\uFFA0]/gu;
const reserved = /^(?:CON|PRN|AUX|NUL|COM[0-9¹²³]|LPT[0-9¹²³])$/iu;

const bytesOf = (text: string) => new TextEncoder().encode(text).length;
const fits = (name: string) => name.length <= maxCharacters && bytesOf(name) <= maxBytes;
const trimmed = (name: string) => name.replace(/^[. ]+/u, '').replace(/[. ]+$/u, '');

/** Bounds the work for an extremely long name before it is normalised. Only its two ends can be part of the result. */
const bounded = (given: string) =>
  given.length <= 2 * endRead ? given : given.slice(0, endRead) + given.slice(-endRead);

function shortened(name: string): string {
  if (fits(name)) return name;
  const dot = name.lastIndexOf('.');
  const ending = dot > 0 && name.length - dot <= maxEnding ? name.slice(dot) : '';
  const stem = Array.from(name.slice(0, name.length - ending.length));
  while (stem.length > 0 && !fits(stem.join('') + ending)) stem.pop();
  return (trimmed(stem.join('')) || nothing) + ending;
}

/**
 * Makes a foreign name safe to show and to use as a file name on every system: the last path segment, without invisible
 * or reserved characters, at most 120 characters and 240 bytes of UTF-8, with its extension.
 * @returns a non-empty name; a safe name is returned unchanged.
 */
export function safeFileName(given: string): string {
  const whole = bounded(given).normalize('NFC').replaceAll(unseen, '');
  const last = whole.split(/[/\\]/u).at(-1) ?? '';
  const name = trimmed(last.replaceAll(/[<>:"|?*]/gu, '_').replaceAll(/\p{Zs}+/gu, ' '));
  if (name === '') return nothing;
  const [stem = ''] = name.split('.');
  return shortened(reserved.test(stem.trim()) ? `_${name}` : name);
}
