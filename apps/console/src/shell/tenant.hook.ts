import { useParams } from 'react-router';

/** The tenant of the address. @throws Error outside of the pages of a tenant. */
export function useTenantID(): string {
  const { tid } = useParams();
  if (tid === undefined) throw new Error('the address names no tenant');
  return tid;
}
