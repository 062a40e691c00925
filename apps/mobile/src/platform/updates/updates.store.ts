import { create } from 'zustand';

export type StoredPackage = {
  /** Id of a file that the service stores; null if the offer's address is the package. */
  readonly uri: string | null;
  /** Contains the version. */
  readonly name: string;
  /** In bytes; null if the release lacks it. */
  readonly size: number | null;
  readonly sha256: string | null;
};

/** A newer release. */
export type Offer = {
  readonly version: string;
  readonly notes: string;
  readonly address: string;
  /** The package; null if the address is the page of a store. */
  readonly file: StoredPackage | null;
};

export type UpdateDownload = {
  readonly offer: Offer;
  readonly received: number;
  /** Size of the whole package, in bytes. */
  readonly size: number;
  readonly cancel: () => void;
};

type Updates = {
  /** The offer that the user has not answered yet. */
  readonly offer: Offer | null;
  readonly download: UpdateDownload | null;
  /** Versions postponed until the next start of the app. */
  readonly postponed: readonly string[];
};

export const useUpdates = create<Updates>(() => ({ offer: null, download: null, postponed: [] }));
