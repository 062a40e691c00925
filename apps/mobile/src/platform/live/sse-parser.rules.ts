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
const maxEventChars = 64 * 1024;

/**
 * Creates an incremental parser of server-sent events, which accepts chunks cut anywhere and emits each event at its
 * blank line. Comments and events with unknown names are ignored.
 */
export function createSseParser(onEvent: (event: LiveEvent) => void): (chunk: string) => void {
  let buffer = '';
  let name = '';
  let data: string[] = [];
  let eventChars = 0;

  const parseLine = (line: string) => {
    if (line === '') {
      const payload = data.length === 0 ? null : dataOf(data.join('\n'));
      if (isName(name) && payload !== null) onEvent({ name, data: payload });
      name = '';
      data = [];
      eventChars = 0;
      return;
    }
    const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    eventChars += line.length;
    if (field === 'event') name = value;
    if (eventChars > maxEventChars) data = [];
    else if (field === 'data') data.push(value);
  };

  return (chunk) => {
    buffer += chunk;
    const lines = buffer.split(/\r\n|\n|\r(?!$)/);
    buffer = lines.pop() ?? '';
    for (const line of lines) parseLine(line);
    // Of an overlong line only the length counts: its event is discarded.
    if (buffer.length > maxEventChars) {
      eventChars += buffer.length;
      buffer = ':';
    }
  };
}
