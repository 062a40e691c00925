const maxCharacters = 120;
/** Of the 255 that a file's name has on phones and most servers, some are left for what is put behind it. */
const maxBytes = 240;
const maxEnding = 16;
const endRead = 512;
const nothing = 'file';

/** Controls, marks of direction among what has no looks of its own, halves of pairs, fillers, and what ends lines. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\uFFFD\u115F\u1160\u3164\uFFA0]/gu;
const reserved = /^(?:CON|PRN|AUX|NUL|COM[0-9¹²³]|LPT[0-9¹²³])$/iu;

const bytesOf = (text: string) => new TextEncoder().encode(text).length;
const fits = (name: string) => name.length <= maxCharacters && bytesOf(name) <= maxBytes;
const trimmed = (name: string) => name.replace(/^[. ]+/u, '').replace(/[. ]+$/u, '');

/** Whoever gives a book for a name shall not have it read: both its ends tell what it is. */
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
 * A name that came from elsewhere, made safe to show, to keep and to be a file's name on any system: the last part of a
 * path, without anything unseen or reserved, at most 120 characters and 240 bytes of UTF-8 with its ending kept.
 * @returns never an empty name; a safe name as it is.
 */
export function safeFileName(given: string): string {
  const whole = bounded(given).normalize('NFC').replaceAll(unseen, '');
  const last = whole.split(/[/\\]/u).at(-1) ?? '';
  const name = trimmed(last.replaceAll(/[<>:"|?*]/gu, '_').replaceAll(/\p{Zs}+/gu, ' '));
  if (name === '') return nothing;
  const [stem = ''] = name.split('.');
  return shortened(reserved.test(stem.trim()) ? `_${name}` : name);
}
