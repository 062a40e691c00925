/** The name without its ending: `合同.pdf` is `合同`, a name that is all ending stays. */
export function baseName(wholeName: string): string {
  const dot = wholeName.lastIndexOf('.');
  return dot > 0 ? wholeName.slice(0, dot) : wholeName;
}
