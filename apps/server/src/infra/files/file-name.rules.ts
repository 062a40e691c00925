/**
 * The last segment of a path without control and bidirectional characters, which make `fdp.exe` look like `exe.pdf`. Names
 * are displayed and become files on other machines. At most 200 code points; `file` if nothing is left.
 */
export function sanitizeFileName(name: string): string {
  const lastSegment =
    name
      .toWellFormed()
      .replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, '')
      .split(/[/\\]/)
      .at(-1)
      ?.trim() ?? '';
  const shortName = Array.from(lastSegment).slice(0, 200).join('');
  return /^\.*$/.test(shortName) ? 'file' : shortName;
}
