/** An event of the service's stream: its name and payload. */
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

/** Maximum length of an event: the service's have about 100 characters, and an endless one must not fill the memory. */
const longest = 64 * 1024;

/**
 * Creates an incremental parser of server-sent events, which accepts chunks cut anywhere and emits each event at its
 * blank line. Comments and events with unknown names are ignored.
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
    // Of an overlong line only the length counts: its event is discarded.
    if (rest.length > longest) {
      held += rest.length;
      rest = ':';
    }
  };
}
