import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../platform/api/index.ts';
import type { DocumentsContext } from '../../../platform/documents/document.types.ts';
import { openDocumentRecords } from '../documents.usecases.ts';

/** The classifications that the user may seal with. */
export function useSealingClassifications(tid: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['tenant', tid, 'sealing', 'classifications'],
    queryFn: ({ signal }) =>
      api.call('GET /api/v1/tenants/{tid}/user-documents/classifications', {
        params: { tid },
        query: { limit: 100 },
        signal,
      }),
  });
}

/** Reads the record of a sealed document; null for any other, because its plaintext would be exported. */
export function useSealedRecord(context: DocumentsContext, fileID: string) {
  return useQuery({
    queryKey: ['account', 'documents', 'record', fileID],
    queryFn: async () => {
      const record = await (await openDocumentRecords(context)).find(fileID);
      return record?.encrypted === 1 && record.isFlowFile === 0 ? record : null;
    },
  });
}
