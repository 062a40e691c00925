import type { Command } from './command.types.ts';

export const commandPrefix = 'npm run -s sealflow --';

const globalLines = [
  '  --json                  prints one JSON object on the last line',
  '  --url URL               URL of a remote service, https only (or SEALFLOW_URL)',
  '  --credential-file FILE  its operator credential (or SEALFLOW_CREDENTIAL_FILE)',
];

/** Finds the command with the longest matching name. @returns the command and the words after its name. */
export function findCommand(
  commands: readonly Command[],
  words: readonly string[],
): { command: Command; rest: readonly string[] } | undefined {
  const candidates = commands
    .flatMap((command) => namesOf(command).map((name) => ({ command, name: name.split(' ') })))
    .filter(({ name }) => name.every((word, index) => words[index] === word))
    .toSorted((one, other) => other.name.length - one.name.length);
  const [found] = candidates;
  return found && { command: found.command, rest: words.slice(found.name.length) };
}

const namesOf = ({ name, aliases = [] }: Command): readonly string[] => [name, ...aliases];

/** The commands of a group such as `tenant`, also by the first word of an alias; empty if there is no such group. */
export function commandsOfGroup(commands: readonly Command[], word: string | undefined): readonly Command[] {
  return commands.filter((command) => namesOf(command).some((name) => name.startsWith(`${word} `)));
}

export function overviewHelp(commands: readonly Command[]): string[] {
  const groups = Map.groupBy(commands, ({ name }) => name.split(' ')[0] ?? '');
  const rows = [...groups].map(([group, of]): [string, string] => {
    const [first] = of;
    if (of.length === 1 && first) return [first.name, first.summary];
    return [group, of.flatMap(({ name }) => name.split(' ').slice(1)).join(', ')];
  });
  return [
    `usage: ${commandPrefix} <command> [--json]`,
    '',
    ...columns(rows),
    '',
    ...globalLines,
    '',
    `${commandPrefix} <command> --help describes a command or a group.`,
    'Commands use the service that runs on DATA_DIR; if none runs, they start what they need and stop it again.',
    'Exit code 0: success; 1: failure; 2: usage error.',
  ];
}

export function groupHelp(group: readonly Command[]): string[] {
  const rows = group.map(({ name, summary }): [string, string] => [name, summary]);
  return [
    `usage: ${commandPrefix} <command> [--json]`,
    '',
    ...columns(rows),
    '',
    `${commandPrefix} <command> --help describes a command.`,
  ];
}

/** @param group - the commands whose names begin with the name of this command. */
export function commandHelp(
  { usage, summary, details, aliases = [] }: Command,
  group: readonly Command[],
): string[] {
  const aliasLines = aliases.length === 0 ? [] : ['', `Also as: ${aliases.join(', ')}`];
  const subcommands = group.map(({ name, summary: about }): [string, string] => [name, about]);
  return [
    `usage: ${commandPrefix} ${usage}`,
    '',
    summary,
    ...(details.length > 0 ? ['', ...details] : []),
    ...aliasLines,
    ...(subcommands.length > 0 ? ['', ...columns(subcommands)] : []),
  ];
}

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([name]) => name.length)) + 2;
  return rows.map(([name, text]) => `  ${name.padEnd(width)}${text}`);
}
