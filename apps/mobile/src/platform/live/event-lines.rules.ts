/** One event of the service's stream: its name and what it carries. */
export type LiveEvent = {
  readonly name: 'badge' | 'message' | 'task' | 'flow';
  readonly data: Readonly<Record<string, string | undefined>>;
};

const names: ReadonlySet<string> = new Set<LiveEvent['name']>(['badge', 'message', 'task', 'flow']);
const isName = (name: string): name is LiveEvent['name'] => names.has(name);

function dataOf(text: string): LiveEvent['data'] | null {
  try {
    return JSON.parse(text) as LiveEvent['data'];
  } catch {
    return null;
  }
}

/**
 * Takes a stream of server-sent events piece by piece, wherever it is cut, and tells each event when its blank line has
 * come. Comments and events of names unknown here go by.
 */
export function createEventReader(onEvent: (event: LiveEvent) => void): (piece: string) => void {
  let rest = '';
  let name = '';
  let data: string[] = [];

  const take = (line: string) => {
    if (line === '') {
      const carried = data.length === 0 ? null : dataOf(data.join('\n'));
      if (isName(name) && carried !== null) onEvent({ name, data: carried });
      name = '';
      data = [];
      return;
    }
    const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? [];
    if (field === 'event') name = value;
    if (field === 'data') data.push(value);
  };

  return (piece) => {
    rest += piece;
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) take(line);
  };
}
