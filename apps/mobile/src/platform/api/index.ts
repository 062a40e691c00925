export { type Api, type CallOptions, createApi } from '@sealflow/sdk/api.client.ts';
export { ApiError, endsSession } from '@sealflow/sdk/api.errors.ts';
export { ApiContext, failureOf, useApi, useErrorText } from './api.hook.ts';
export { storageErrorCodeOf } from './storage-error.rules.ts';
