import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** Describes the fault of a setting by its name and requirement, never by its value. */
export function describeFault(issue: Issue): string {
  return `${issue.path.join('.')}: ${requirementOf(issue)}`;
}

function requirementOf(issue: Issue): string {
  if (issue.code === 'invalid_type') {
    const isNumber = issue.expected === 'number' || issue.expected === 'int';
    return isNumber ? 'must be a whole number' : `must be a ${issue.expected}`;
  }
  if (issue.code === 'too_small') {
    const minimum = String(issue.minimum);
    return issue.origin === 'string'
      ? `must have ${minimum} characters or more`
      : `must be ${minimum} or more`;
  }
  if (issue.code === 'too_big') return `must be ${String(issue.maximum)} or less`;
  if (issue.code === 'invalid_value') {
    const isFlag = issue.values.includes('enabled');
    return isFlag ? 'must be true or false' : `must be one of ${issue.values.map(String).join(', ')}`;
  }
  if (issue.code === 'invalid_format' && issue.format === 'url') {
    return `must be an address such as ${exampleOf(issue.path.join('.'))}`;
  }
  return issue.message;
}

/** An example with the scheme that the setting takes. */
function exampleOf(setting: string): string {
  if (setting.endsWith('SMTP_URL')) return 'smtps://mail.example.com';
  if (setting === 'CLAMAV_URL') return 'tcp://127.0.0.1:3310';
  return setting === 'PUSH_CONTACT' ? 'mailto:ops@example.com' : 'https://docs.example.com';
}

/**
 * Finds variables that are not settings but differ from one by a letter or two. An ignored `DATABASE_URI` would make the
 * service start on the wrong database.
 *
 * @param variables - names of the environment, most of which are unrelated.
 */
export function findMisspeltSettings(
  variables: readonly string[],
  settings: readonly string[],
): readonly { readonly name: string; readonly suggestion: string }[] {
  const knownNames = new Set(settings);
  return variables
    .filter((name) => !knownNames.has(name) && name.length >= minCheckedLength)
    .flatMap((name) => {
      const suggestion = settings.find(
        (setting) => setting.length >= minCheckedLength && isSimilar(name, setting),
      );
      return suggestion === undefined ? [] : [{ name, suggestion }];
    });
}

/** Shorter names resemble too many others: `HOME` is not a misspelt `HOST`. */
const minCheckedLength = 8;
const minLongNameLength = 12;

/** Long names may differ by two letters, short ones by one: `RATE_LIMIT` is not a misspelt `READ_LIMIT`. */
function isSimilar(name: string, setting: string): boolean {
  const maxEdits = setting.length < minLongNameLength ? 1 : 2;
  if (Math.abs(name.length - setting.length) > maxEdits) return false;
  return editDistance(name, setting) <= maxEdits;
}

/** The Levenshtein distance. */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let index = 0; index < one.length; index += 1) {
    const next = [index + 1];
    for (let column = 1; column <= other.length; column += 1) {
      const replaced = (row[column - 1] ?? 0) + (one[index] === other[column - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
