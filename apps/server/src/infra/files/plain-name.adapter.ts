/**
 * The last segment of a path without control and bidirectional characters, which make `fdp.exe` look like `exe.pdf`. Names
 * are displayed and become files on other machines. At most 200 code points; `file` if nothing is left.
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
