import type { NewRecentFile } from '../../src/platform/documents/recent-files.repository.ts';

/** A record with default values for all fields that the test does not give. */
export function createRecord(
  given: Partial<Omit<NewRecentFile, 'accountID'>> & { fileID: string },
): Omit<NewRecentFile, 'accountID'> {
  return {
    isFlowFile: 0,
    createAt: 1_795_000_000_000,
    fileWholeName: `${given.fileID}.pdf`,
    fileName: given.fileID,
    flowID: null,
    flowName: null,
    flowFileURL: null,
    flowFileName: null,
    encrypted: 0,
    key: null,
    userOID: null,
    orgID: null,
    clID: null,
    tid: null,
    tname: null,
    downloadPer: 100,
    fileSize: 1024,
    mimeType: 'application/pdf',
    ...given,
  };
}
