import { ApiError } from '../../../platform/api/index.ts';
import type { Found, SearchContext } from '../search.types.ts';

/** No answer, or a fault of the service: then what the device has stored is searched. A refusal is an answer. */
const isUnavailable = (error: unknown) =>
  error instanceof ApiError && (error.kind !== 'http' || error.status >= 500);

/** Asks the service, or the device where the service cannot be reached. @throws the error of the service's refusal. */
export async function fromServiceOrStored(
  { documents }: SearchContext,
  ask: () => Promise<Found>,
  readStored: () => Promise<Found>,
): Promise<Found> {
  if (!documents.platform.network.isOnline()) return readStored();
  try {
    return await ask();
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    return readStored();
  }
}
