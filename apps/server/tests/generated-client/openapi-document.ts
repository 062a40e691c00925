import { errorCatalogue } from '@sealflow/domain/errors';
import { z } from 'zod';

/** A JSON schema in OpenAPI 3.1. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

interface PrintedOperation {
  readonly operationId?: string;
  readonly parameters?: readonly {
    readonly in: string;
    readonly name: string;
    readonly schema: Schema;
    readonly required?: boolean;
  }[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
}

export interface PrintedDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, PrintedOperation>>>>;
}

/** An operation of the OpenAPI document. */
export interface Operation {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly segments: readonly string[];
  /** Name of the required security scheme. */
  readonly security: string | undefined;
  readonly parameters: readonly { in: string; name: string; schema: Schema; required: boolean }[];
  readonly body: Schema | undefined;
  readonly takesForm: boolean;
  /** Whether the operation requires a right. */
  readonly needsRight: boolean;
  readonly responses: Readonly<Record<string, Content>>;
}

export interface GivenAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

export function operationsOf(document: PrintedDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, printed]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      segments: path.split('/').slice(1),
      security: Object.keys(printed.security?.[0] ?? {})[0],
      parameters: (printed.parameters ?? []).map(({ in: place, name, schema, required = false }) => ({
        in: place,
        name,
        schema,
        required,
      })),
      body: printed.requestBody?.content?.['application/json']?.schema,
      takesForm: printed.requestBody?.content?.['multipart/form-data'] !== undefined,
      needsRight: JSON.stringify(printed.responses[403] ?? '').includes('app.no_rights'),
      responses: printed.responses,
    })),
  );
}

/** The declared operation of a request, by the most literal path template; undefined if there is none. */
export function operationOf(
  operations: readonly Operation[],
  method: string,
  target: string,
): Operation | undefined {
  const segments = target.split(/[?#]/, 1)[0]?.split('/').slice(1) ?? [];
  const fits = ({ segments: own, ...operation }: Operation) =>
    (operation.method === method || (operation.method === 'GET' && method === 'HEAD')) &&
    own.length === segments.length &&
    own.every((segment, index) => isParameter(segment) || segments[index] === segment);
  const words = ({ segments: own }: Operation) =>
    own.map((segment) => (isParameter(segment) ? '1' : '0')).join('');
  return operations.filter(fits).toSorted((one, other) => words(one).localeCompare(words(other)))[0];
}

const isParameter = (segment: string) => segment.startsWith('{');

/** Error codes for paths that match no declared operation. */
const undeclaredPathErrors = new Set([
  'app.invalid_request',
  'app.call_not_found',
  'app.payload_too_large',
  'login.signature_is_invalid',
  'login.token_expired',
  'login.user_password_changed',
  'login.device_withdrawn',
  'login.account_not_found',
  'login.tenant_access_denied',
  'login.please_switch_to_actual_tenant',
  'login.no_rights_or_no_roles',
  'work.server_api_not_specified',
  'work.request_failed',
  'app.server_unreachable',
  'app.connection_refused',
]);

const shapes = new WeakMap<Schema, z.ZodType>();

/** Describes how a response violates the document; undefined if it conforms. */
export function problemOf(operation: Operation | undefined, response: GivenAnswer): string | undefined {
  const { status, type, body } = response;
  if (status === 0) return 'no answer';
  if (status === 500) return 'a fault of the service';
  // Node rejects a malformed head before routing.
  if (!operation || status === 431) return problemOfUndeclared(response);
  const declared = operation.responses[status];
  if (!declared) return `status ${status} is not declared`;
  const contents = Object.entries(declared.content ?? {});
  if (contents.length === 0) return body === '' ? undefined : 'a body where none is declared';
  const [expected, content] = contents[0] ?? [];
  if (expected === 'application/octet-stream') return undefined;
  if (expected && !type.startsWith(expected)) return `content type ${type} in place of ${expected}`;
  if (expected !== 'application/json' || !content) return undefined;
  const json = parsed(body);
  if (json === undefined) return 'no JSON';
  let shape = shapes.get(content.schema);
  if (!shape) {
    shape = z.fromJSONSchema(content.schema as Parameters<typeof z.fromJSONSchema>[0]);
    shapes.set(content.schema, shape);
  }
  const read = shape.safeParse(json);
  if (!read.success) return `not as declared: ${z.prettifyError(read.error)}`;
  // Readiness names what is not ready instead of an error. A generated request may have drained the node.
  if (operation.name === 'GET /readyz') return undefined;
  return status >= 400 ? problemOfError(json) : undefined;
}

function problemOfUndeclared({ status, type, body }: GivenAnswer): string | undefined {
  if (status < 400) return `status ${status} for no declared call`;
  if (!type.startsWith('application/json')) return `content type ${type} for an error`;
  const json = parsed(body);
  const code = typeof json === 'object' && json !== null && 'code' in json ? String(json.code) : '';
  return undeclaredPathErrors.has(code) ? problemOfError(json) : `code ${code} for no declared call`;
}

/** The message comes from the catalogue, so it reveals no internals. The body contains only it and its parameters. */
function problemOfError(json: unknown): string | undefined {
  const { code, message, params, ...more } = json as {
    code: keyof typeof errorCatalogue;
    message: string;
    params: object;
  };
  // The catalogue does not contain the errors of the key access protocol.
  if (/^[A-Z]\w+$/.test(code))
    return /^[a-z_ ]{1,40}$/.test(message) ? undefined : `more than a word: ${message}`;
  if (!(code in errorCatalogue)) return `no code of the catalogue: ${code}`;
  if (message !== errorCatalogue[code].messages[0])
    return `a message that is not of the catalogue: ${message}`;
  if (Object.keys(more).length > 0)
    return `more than code, message and params: ${Object.keys(more).join(', ')}`;
  const inside = /node_modules|\.ts:\d|at \w+ \(|\bselect\b.+\bfrom\b|postgres|ECONN|ENOENT/i.exec(
    JSON.stringify(params),
  );
  return inside && !('path' in params) ? `something of the inside: ${inside[0]}` : undefined;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
