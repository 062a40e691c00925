import type { Arguments } from './arguments.util.ts';

/** Options that several commands share. */
export const tenantOption = { tenant: { value: 'ID', about: 'the tenant', required: true } } as const;
export const pageOptions = {
  skip: { value: 'N', about: 'skips the first N' },
  limit: { value: 'N', about: 'at most N; default 10, maximum 100' },
} as const;

/** Options and request of a command that lists all entries of one kind in a tenant. */
export const tenantListRequest = {
  options: { ...tenantOption, ...pageOptions },
  buildRequest: (args: Arguments) => ({
    params: { tid: args.requireText('tenant') },
    query: args.page(),
  }),
};
