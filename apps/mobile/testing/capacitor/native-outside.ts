import { NativeError } from './bridge.ts';

/** The other apps of the phone, as Share and FileOpener report them. */
export function nativeOutside() {
  const given: string[] = [];
  const state = { takes: true };
  const nameIn = (uri: string) => decodeURIComponent(uri.split('/').pop() ?? '');
  return {
    plugins: {
      Share: {
        share: async ({ files }: { files: readonly string[] }) => {
          if (!state.takes) throw new NativeError('Share canceled');
          given.push(...files.map(nameIn));
        },
      },
      FileOpener: {
        openFile: async ({ path }: { path: string }) => {
          if (!state.takes) throw new NativeError('File cannot be opened.');
          given.push(nameIn(path));
        },
      },
    },
    device: {
      setAcceptsFiles: (takes: boolean) => {
        state.takes = takes;
        given.length = 0;
      },
      given: () => given,
    },
  };
}
