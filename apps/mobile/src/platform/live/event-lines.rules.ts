/** One event of the service's stream: its name and what it carries. */
export type LiveEvent = {
  readonly name: 'badge' | 'message' | 'task' | 'flow';
  readonly data: Readonly<Record<string, string | undefined>>;
};

const names: ReadonlySet<string> = new Set<LiveEvent['name']>(['badge', 'message', 'task', 'flow']);
const isName = (name: string): name is LiveEvent['name'] => names.has(name);

function dataOf(text: string): LiveEvent['data'] | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    return Object.fromEntries(Object.entries(value).filter(([, entry]) => typeof entry === 'string'));
  } catch {
    return null;
  }
}

/** Characters of one event: the service's are a tenth of a kilobyte, and what never ends is kept nowhere. */
const longest = 64 * 1024;

/**
 * Takes a stream of server-sent events piece by piece, wherever it is cut, and tells each event when its blank line has
 * come. Comments and events of names unknown here go by.
 */
export function createEventReader(onEvent: (event: LiveEvent) => void): (piece: string) => void {
  let rest = '';
  let name = '';
  let data: string[] = [];
  let held = 0;

  const take = (line: string) => {
    if (line === '') {
      const carried = data.length === 0 ? null : dataOf(data.join('\n'));
      if (isName(name) && carried !== null) onEvent({ name, data: carried });
      name = '';
      data = [];
      held = 0;
      return;
    }
    const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    held += line.length;
    if (field === 'event') name = value;
    if (held > longest) data = [];
    else if (field === 'data') data.push(value);
  };

  return (piece) => {
    rest += piece;
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) take(line);
    // Of a line beyond measure only its length counts: its event is over, whatever comes.
    if (rest.length > longest) {
      held += rest.length;
      rest = ':';
    }
  };
}
