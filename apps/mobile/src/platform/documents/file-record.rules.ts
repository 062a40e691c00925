/** The name without its extension: `合同.pdf` becomes `合同`, a name that is all extension stays. */
export function baseName(wholeName: string): string {
  const dot = wholeName.lastIndexOf('.');
  return dot > 0 ? wholeName.slice(0, dot) : wholeName;
}

/** The columns that a file of the device has in common with every other one: no flow, and all of its bytes. */
export const deviceFileColumns = (fileID: string, wholeName: string) =>
  ({
    fileID,
    isFlowFile: 0,
    fileWholeName: wholeName,
    fileName: baseName(wholeName),
    flowID: null,
    flowName: null,
    flowFileURL: null,
    flowFileName: null,
    downloadPer: 100,
  }) as const;
