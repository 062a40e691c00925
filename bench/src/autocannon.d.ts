declare module 'autocannon' {
  import type { EventEmitter } from 'node:events';

  interface Client {
    setRequests(requests: readonly object[]): void;
  }
  interface Result {
    readonly latency: { readonly p50: number; readonly p99: number };
    readonly '2xx': number;
    readonly non2xx: number;
    readonly errors: number;
  }
  interface Options {
    readonly url: string;
    readonly connections: number;
    readonly duration: number;
    readonly requests: readonly object[];
    readonly setupClient: (client: Client) => void;
  }
  export default function autocannon(
    options: Options,
    done: (error: Error | null, result: Result) => void,
  ): EventEmitter;
}
