import { ServiceError } from '../errors/service.errors.ts';

interface ValidationFault {
  instancePath: string;
  keyword: string;
  params?: Record<string, unknown>;
}

/** An `app.invalid_request` that names the invalid field, never its value: it may be a password. */
export function badRequest(path: string): ServiceError {
  return new ServiceError('app.invalid_request', { path });
}

/** An `app.invalid_request` for the first fault of the validator, with a path such as `body.device.name`. */
export function validationFailure(part: string, faults: readonly ValidationFault[]): ServiceError {
  const [fault] = faults;
  return badRequest([part === 'querystring' ? 'query' : part, ...(fault ? pathOf(fault) : [])].join('.'));
}

function pathOf(fault: ValidationFault): string[] {
  const path = fault.instancePath.split('/').filter((step) => step !== '');
  const keys = fault.params?.['keys'];
  if (fault.keyword === 'unrecognized_keys' && Array.isArray(keys)) return [...path, String(keys[0])];
  const branches = fault.params?.['errors'];
  if (fault.keyword === 'invalid_union' && Array.isArray(branches))
    return [...path, ...pathInClosestBranch(branches)];
  return path;
}

interface Issue {
  path: PropertyKey[];
  code: string;
  keys?: string[];
}

/** The path within the union branch with the fewest faults, which is the one that the client most likely meant. */
function pathInClosestBranch(branches: Issue[][]): string[] {
  const [issues] = branches.toSorted((one, other) => one.length - other.length);
  const [issue] = issues ?? [];
  if (!issue) return [];
  return [...issue.path.map(String), ...(issue.keys?.slice(0, 1) ?? [])];
}
