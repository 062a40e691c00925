/** Snackbar colours: error red, success green, info blue (section 8). */
export type TipColor = 'error' | 'success' | 'info';

/** Where a failure arises: `server` answers it, `network` means no answer came, `client` the app finds itself. */
export type TipType = 'server' | 'network' | 'client';

/** An error-tip entry of section 3; its code is its key in the catalogue. */
export interface ErrorEntry {
  readonly type: TipType;
  readonly color: TipColor;
  /** Whether a snackbar shows it unless the caller says otherwise. */
  readonly visible: boolean;
  /** HTTP status of the service's answer; 0 where no answer carries it. */
  readonly status: number;
  /** The wordings of section 8 that mean this entry. The service sends the first. */
  readonly messages: readonly [string, ...string[]];
  /** `{name}` stands for a parameter. */
  readonly text: { readonly cn: string; readonly en: string };
}

type Wording = string | readonly [string, ...string[]];

function wordings(wording: Wording): readonly [string, ...string[]] {
  return typeof wording === 'string' ? [wording] : wording;
}

/** An entry that the service answers with `status`. */
export function server(status: number, wording: Wording, cn: string, en: string): ErrorEntry {
  return {
    type: 'server',
    color: 'error',
    visible: true,
    status,
    messages: wordings(wording),
    text: { cn, en },
  };
}

/**
 * An entry that other services which follow the specification answer with, and this one never does. Its message has no
 * code, so that it is found by its wording.
 */
export function foreign(...entry: Parameters<typeof server>): ErrorEntry {
  return server(...entry);
}

/** An entry for an answer that never came. */
export function network(wording: Wording, cn: string, en: string): ErrorEntry {
  return { ...server(0, wording, cn, en), type: 'network' };
}

/** An entry that the app comes to by itself. */
export function client(wording: Wording, cn: string, en: string): ErrorEntry {
  return { ...server(0, wording, cn, en), type: 'client' };
}

/** News rather than a fault. */
export function tip(color: 'success' | 'info', wording: string, cn: string, en: string): ErrorEntry {
  return { ...client(wording, cn, en), color };
}
