import { createParser } from 'eventsource-parser';

/** An event of the service's stream: its name and payload. */
export type LiveEvent = {
  readonly name: (typeof eventNames)[number];
  readonly data: Readonly<Record<string, string | undefined>>;
};

/** The events of the app and of the console. */
const eventNames = ['badge', 'message', 'task', 'flow', 'change', 'refetch'] as const;
const names: ReadonlySet<string> = new Set(eventNames);
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
  const parser = createParser({
    maxBufferSize: maxEventChars,
    onEvent: ({ event: name = '', data: text }) => {
      const data = text.length > maxEventChars ? null : dataOf(text);
      if (isName(name) && data !== null) onEvent({ name, data });
    },
    // An overlong event ends the parser until its reset. The rest of the event has no name and is ignored.
    onError: ({ type }) => {
      if (type === 'max-buffer-size-exceeded') parser.reset();
    },
  });
  return (chunk) => parser.feed(chunk);
}
