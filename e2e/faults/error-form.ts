import { errorCatalogue } from '@sealflow/domain/errors';

/** Checks an error response of the service. @returns how it violates the error contract; undefined if it conforms. */
export function faultOfError({
  status,
  type,
  text,
}: {
  status: number;
  type: string;
  text: string;
}): string | undefined {
  if (!type.startsWith('application/json')) return `the response has ${type || 'no type'}`;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return 'the response is not JSON';
  }
  if (typeof body !== 'object' || body === null) return 'the response is not an object';
  const { code, message } = body as { code?: unknown; message?: unknown };
  if (typeof code !== 'string' || typeof message !== 'string') return 'code or message is missing';
  const known = Object.hasOwn(errorCatalogue, code)
    ? errorCatalogue[code as keyof typeof errorCatalogue]
    : undefined;
  if (known === undefined) return `${code} is not in the catalogue`;
  if (!('status' in known) || known.status !== status) return `${code} has the status ${status}`;
  if (/\n\s+at |node_modules|\.ts:\d/.test(text)) return 'the response contains a stack trace';
  return undefined;
}
