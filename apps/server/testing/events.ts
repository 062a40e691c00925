import { get, type IncomingMessage } from 'node:http';

export interface TestStream {
  readonly status: number | undefined;
  readonly headers: IncomingMessage['headers'];
  /** Events as `event data`, in the order of arrival. */
  readonly events: string[];
  /** Complete text of the stream, including comments. */
  text: string;
  isEnded: boolean;
  close(): void;
  /** Stops reading from the socket. */
  pause(): void;
}

/** Opens an event stream over a separate socket. */
export function listenTo(url: string, token: string, path = '/api/v1/events'): Promise<TestStream> {
  return new Promise((resolve, reject) => {
    const outgoing = get(url + path, {
      agent: false,
      headers: { authorization: `Bearer ${token}` },
    });
    outgoing.on('error', reject);
    outgoing.on('response', (response) => {
      const { statusCode: status, headers } = response;
      const stream: TestStream = {
        status,
        headers,
        events: [],
        text: '',
        isEnded: false,
        close: () => response.destroy(),
        pause: () => response.pause(),
      };
      let rest = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        stream.text += chunk;
        const blocks = (rest + chunk).split('\n\n');
        rest = blocks.pop() ?? '';
        for (const block of blocks) {
          const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? [];
          if (event !== undefined) stream.events.push(`${event} ${data}`);
        }
      });
      response.on('error', () => {});
      response.on('close', () => {
        stream.isEnded = true;
      });
      resolve(stream);
    });
  });
}
