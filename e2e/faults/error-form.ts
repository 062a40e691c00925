import { errorCatalogue } from '@sealflow/domain/errors';

/** Checks an error answer of the service. @returns how it violates the error contract; undefined if it conforms. */
export function faultOfError({
  status,
  type,
  text,
}: {
  status: number;
  type: string;
  text: string;
}): string | undefined {
  if (!type.startsWith('application/json')) return `the answer has ${type || 'no type'}`;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return 'the answer is no JSON';
  }
  if (typeof body !== 'object' || body === null) return 'the answer is no object';
  const { code, message } = body as { code?: unknown; message?: unknown };
  if (typeof code !== 'string' || typeof message !== 'string') return 'code or message is missing';
  const known = Object.hasOwn(errorCatalogue, code)
    ? errorCatalogue[code as keyof typeof errorCatalogue]
    : undefined;
  if (known === undefined) return `${code} is not in the catalogue`;
  if (!('status' in known) || known.status !== status) return `${code} has the status ${status}`;
  if (/\n\s+at |node_modules|\.ts:\d/.test(text)) return 'the answer contains a stack trace';
  return undefined;
}
