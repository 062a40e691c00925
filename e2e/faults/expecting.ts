import type { Answered, Told } from './client.ts';

/** Something that an answer should never have said. */
export class WrongAnswer extends Error {
  override readonly name = 'WrongAnswer';
}

/** The answer of a call that must be taken, or undefined where nobody told. @throws WrongAnswer for a refusal that nothing explains. */
export function taken(told: Told | undefined, what: string, allowed: readonly string[] = []): Answered {
  if (told === undefined) return undefined;
  if (told.status < 300) return told.body ?? {};
  if (allowed.includes(codeOf(told))) return undefined;
  throw new WrongAnswer(`${what} was answered ${told.status} ${codeOf(told)}`);
}

export const codeOf = (told: Told | undefined): string => String(told?.body?.code ?? '');
