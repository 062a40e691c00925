import { create } from 'zustand';

export type StoredPackage = {
  /** Of a file that the service stores itself; null where the offer's address is the package. */
  readonly uri: string | null;
  /** Named after the version. */
  readonly name: string;
  /** In bytes; null where the release does not give it. */
  readonly size: number | null;
  readonly sha256: string | null;
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
  /** Of the whole package, in bytes. */
  readonly size: number;
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
