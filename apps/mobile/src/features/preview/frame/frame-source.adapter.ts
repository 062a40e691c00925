import type { FromFrame, ToFrame } from './frame.messages.ts';

export type FrameSource = {
  readonly size: number;
  read(offset: number, length: number): Promise<Uint8Array>;
  tell(message: Exclude<FromFrame, { kind: 'read' }>): void;
  /** What the person asks for with the page's own buttons. */
  onCommand(listener: (command: Extract<ToFrame, { kind: 'goTo' | 'zoom' }>) => void): void;
};

/** The frame's side of the port. */
export function createFrameSource(port: MessagePort, size: number): FrameSource {
  type Waiting = { resolve(bytes: Uint8Array): void; reject(error: Error): void };
  const waiting = new Map<number, Waiting>();
  let listener: Parameters<FrameSource['onCommand']>[0] = () => undefined;
  let lastId = 0;
  const say = (message: FromFrame) => port.postMessage(message);
  port.onmessage = ({ data }: MessageEvent<ToFrame>) => {
    if (data.kind === 'goTo' || data.kind === 'zoom') return listener(data);
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.kind === 'bytes') asked?.resolve(data.bytes);
    else asked?.reject(new Error('the page could not read'));
  };
  return {
    size,
    read: (offset, length) =>
      new Promise((resolve, reject) => {
        lastId += 1;
        waiting.set(lastId, { resolve, reject });
        say({ kind: 'read', id: lastId, offset, length });
      }),
    tell: say,
    onCommand: (next) => {
      listener = next;
    },
  };
}
