/** The name without its extension: `合同.pdf` becomes `合同`, a name that is all extension stays. */
export function baseName(wholeName: string): string {
  const dot = wholeName.lastIndexOf('.');
  return dot > 0 ? wholeName.slice(0, dot) : wholeName;
}
