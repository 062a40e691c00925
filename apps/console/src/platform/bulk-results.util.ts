import type { Answer } from '@sealflow/contract';
import { httpError } from '@sealflow/sdk/api.errors.ts';

type BulkResult = Answer<'POST /api/v1/tenants/{tid}/admin/members/actions/bulk'>['data'][number];

/** The results of a bulk call as the dialog of bulk acts shows them. */
export function toOutcomes(results: readonly BulkResult[]) {
  return results.map((result) => ({
    id: result.id,
    error: result.ok ? null : httpError({ status: 409, body: result, areas: [] }),
  }));
}
