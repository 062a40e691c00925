/** The path commands of the standard, with their SVG equivalents and number of operands. */
const commands: Readonly<Record<string, readonly [string, number]>> = {
  S: ['M', 2],
  M: ['M', 2],
  L: ['L', 2],
  Q: ['Q', 4],
  B: ['C', 6],
  A: ['A', 7],
  C: ['Z', 0],
  Z: ['Z', 0],
};

/** Converts path data to SVG. An incomplete command ends the path; the commands before it are used. */
export function svgPath(abbreviated: string): string {
  const parts = abbreviated.match(/[A-Za-z]|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/g) ?? [];
  const out: string[] = [];
  let at = 0;
  let command = '';
  while (at < parts.length) {
    const part = parts[at] ?? '';
    if (/[A-Za-z]/.test(part)) {
      command = part.toUpperCase();
      at += 1;
    }
    const svgCommand = commands[command];
    if (!svgCommand) return out.join(' ');
    const [name, count] = svgCommand;
    const values = parts.slice(at, at + count);
    if (values.length < count || values.some((value) => /^[A-Za-z]/.test(value))) break;
    // SVG requires a path to start with a move.
    if (out.length === 0 && name !== 'M') out.push('M 0 0');
    out.push(name, ...values);
    at += count;
    // Operands after a close command are ignored.
    if (count === 0) while (at < parts.length && !/[A-Za-z]/.test(parts[at] ?? '')) at += 1;
  }
  return out.join(' ');
}
