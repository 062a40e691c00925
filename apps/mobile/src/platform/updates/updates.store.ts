import { create } from 'zustand';

export type StoredPackage = {
  readonly uri: string;
  /** Named after the version. */
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
};

/** A newer release, as it is offered. */
export type Offer = {
  readonly version: string;
  readonly notes: string;
  readonly address: string;
  /** The stored package; null where the address is the page of a store. */
  readonly file: StoredPackage | null;
};

export type UpdateDownload = {
  readonly offer: Offer;
  readonly received: number;
  readonly cancel: () => void;
};

type Updates = {
  /** What is offered and neither taken nor put off yet. */
  readonly offer: Offer | null;
  readonly download: UpdateDownload | null;
  /** The versions that were put off, until the app is started again. */
  readonly putOff: readonly string[];
};

export const useUpdates = create<Updates>(() => ({ offer: null, download: null, putOff: [] }));
