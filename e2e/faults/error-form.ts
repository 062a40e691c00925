import { errorCatalogue } from '@sealflow/domain/errors';

/** What is wrong with the form of a failure's answer; undefined where it is as the contract has it. */
export function faultOfError({
  status,
  type,
  text,
}: {
  status: number;
  type: string;
  text: string;
}): string | undefined {
  if (!type.startsWith('application/json')) return `the answer is ${type || 'of no type'}`;
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
  if (known === undefined) return `${code} is in no catalogue`;
  if (!('status' in known) || known.status !== status) return `${code} came with ${status}`;
  if (/\n\s+at |node_modules|\.ts:\d/.test(text)) return 'the answer shows where our code failed';
  return undefined;
}
