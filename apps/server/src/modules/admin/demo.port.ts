import type { Answer } from '@sealflow/contract';

/** Tenants and accounts of the demo, with the passwords they were given. */
export type Demo = Answer<'GET /api/v1/admin/demo'>;
