import { networkError } from '@sealflow/sdk/api.errors.ts';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../platform/api/index.ts';
import { usePlatform } from '../../platform/index.ts';

/** A package in the build, as the build lists it. */
export type Licence = {
  readonly name: string;
  readonly version: string;
  readonly identifier: string | null;
  readonly text: string;
};

const isLicence = (one: unknown): one is Licence =>
  typeof one === 'object' && one !== null && 'name' in one && 'text' in one;

/** The file is served with the app's static files, not by the API. */
async function fetchLicences(signal: AbortSignal, isOnline: () => boolean): Promise<readonly Licence[]> {
  const response = await fetch('/licences.json', { signal }).catch(() => null);
  if (response === null) throw networkError(isOnline());
  const list: unknown = response.ok ? await response.json().catch(() => null) : null;
  if (!Array.isArray(list)) throw new ApiError({ kind: 'http', code: 'app.page_not_found', message: '' });
  return list.filter(isLicence);
}

export function useLicences() {
  const { network } = usePlatform();
  return useQuery({
    queryKey: ['account', 'licences'],
    queryFn: ({ signal }) => fetchLicences(signal, () => network.isOnline()),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
