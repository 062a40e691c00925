/**
 * The last part of a path without control characters, those of writing direction too, which make `fdp.exe` look like
 * `exe.pdf`: a name is shown and becomes a file on other machines.
 */
export function plainName(name: string): string {
  const last =
    name
      .toWellFormed()
      .replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, '')
      .split(/[/\\]/)
      .at(-1)
      ?.trim() ?? '';
  const short = Array.from(last).slice(0, 200).join('');
  return /^\.*$/.test(short) ? 'file' : short;
}
