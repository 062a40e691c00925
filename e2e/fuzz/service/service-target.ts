import type { Operation } from '../../../apps/server/tests/generated-client/openapi-document.ts';
import type { Options, Subject, Target } from '../target.ts';
import { type CallerTokens, createCallerTokens } from './caller-tokens.ts';
import { checkService } from './final-service-check.ts';
import { fetchOperations } from './operations.ts';
import { type FuzzedService, sharedService } from './process.ts';

/** The shared service, and what its callers need. */
export interface ServiceContext extends Options {
  readonly service: FuzzedService;
  readonly callerTokens: CallerTokens;
  readonly operations: readonly Operation[];
}

interface ServiceTarget extends Pick<Target, 'description' | 'seededFaults'> {
  readonly open: (context: ServiceContext) => Omit<Subject, 'check'>;
}

/** A target that sends its inputs to the shared service. The service itself is checked after all inputs. */
export const createServiceTarget = ({ description, seededFaults, open }: ServiceTarget): Target => ({
  description,
  seededFaults,
  inputs: 1500,
  isSingleProcess: true,
  timeoutSeconds: 60,
  open: async (options) => {
    const service = await sharedService();
    const callerTokens = createCallerTokens(service);
    const operations = await fetchOperations(service);
    const before = await service.memory();
    const subject = open({ ...options, service, callerTokens, operations });
    return { ...subject, check: () => checkService(service, before) };
  },
});
