import {
  type Operation,
  operationsOf,
  type PrintedDocument,
} from '../../../apps/server/tests/generated-client/openapi-document.ts';
import type { FuzzedService } from './process.ts';

/** The operations of the OpenAPI document that the service publishes. */
export async function fetchOperations({ url }: FuzzedService): Promise<readonly Operation[]> {
  const response = await fetch(`${url}/api/v1/openapi.json`);
  return operationsOf((await response.json()) as PrintedDocument);
}
