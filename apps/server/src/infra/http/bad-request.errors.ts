import { ServiceError } from '../errors/service.errors.ts';

interface Fault {
  instancePath: string;
  keyword: string;
  params?: Record<string, unknown>;
}

/** Which value of the request is at fault, never what it was: it may be a password. */
export function badRequest(path: string): ServiceError {
  return new ServiceError('app.invalid_request', { path });
}

/** The first fault that the validator found, as `body.device.name`. */
export function validationFailure(part: string, faults: readonly Fault[]): ServiceError {
  const [fault] = faults;
  return badRequest([part === 'querystring' ? 'query' : part, ...(fault ? pathOf(fault) : [])].join('.'));
}

function pathOf(fault: Fault): string[] {
  const path = fault.instancePath.split('/').filter((step) => step !== '');
  const keys = fault.params?.['keys'];
  if (fault.keyword === 'unrecognized_keys' && Array.isArray(keys)) return [...path, String(keys[0])];
  const branches = fault.params?.['errors'];
  if (fault.keyword === 'invalid_union' && Array.isArray(branches)) return [...path, ...nearest(branches)];
  return path;
}

interface Issue {
  path: PropertyKey[];
  code: string;
  keys?: string[];
}

/** Of a union the branch with the fewest faults is the one that was meant. */
function nearest(branches: Issue[][]): string[] {
  const [issues] = branches.toSorted((one, other) => one.length - other.length);
  const [issue] = issues ?? [];
  if (!issue) return [];
  return [...issue.path.map(String), ...(issue.keys?.slice(0, 1) ?? [])];
}
