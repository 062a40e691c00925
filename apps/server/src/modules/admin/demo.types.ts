import type { Answer } from '@sealflow/contract';

/** The tenants and accounts of the demo, with their passwords. */
export type Demo = Answer<'GET /api/v1/admin/demo'>;
