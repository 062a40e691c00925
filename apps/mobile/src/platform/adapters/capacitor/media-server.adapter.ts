import { registerPlugin } from '@capacitor/core';
import type { MediaRangesPlugin, MediaRead } from '@sealflow/native-shell';
import { toBase64 } from '@sealflow/tdf/base64';
import type { MediaServerPort, ServedMedia } from '@sealflow/viewers/media/media-server.types.ts';

const MediaRanges = registerPlugin<MediaRangesPlugin>('MediaRanges');

type ActiveRead = { readonly id: string; readonly controller: AbortController };

/** The scheme handler of iOS, which reads the ranges of a media element's request one after the other. */
export function createCapacitorMediaServer(): MediaServerPort {
  const served = new Map<string, ServedMedia>();
  const activeReads = new Map<string, ActiveRead>();

  async function answer({ task, id, offset, length }: MediaRead): Promise<void> {
    const controller = new AbortController();
    const { signal } = controller;
    activeReads.set(task, { id, controller });
    try {
      const media = served.get(id);
      if (media === undefined) throw new Error('media read of a closed address');
      const bytes = await media.read({ request: task, offset, length, signal });
      signal.throwIfAborted();
      await MediaRanges.answer({ task, data: toBase64(bytes) });
    } catch {
      // The reader reports its own failures. A cancelled task ignores the call.
      if (!signal.aborted) await MediaRanges.fail({ task });
    } finally {
      // The next range of the task may already be requested.
      if (activeReads.get(task)?.controller === controller) activeReads.delete(task);
    }
  }

  let listening: Promise<unknown> | undefined;
  const listen = () => {
    listening ??= Promise.all([
      MediaRanges.addListener('read', (read) => void answer(read).catch(() => undefined)),
      MediaRanges.addListener('cancel', ({ task }) => activeReads.get(task)?.controller.abort()),
      // The previous page may have been reloaded in the middle of a film.
      MediaRanges.closeAll(),
    ]);
    return listening;
  };

  return {
    async serve(media) {
      await listen();
      const { id, url } = await MediaRanges.open({ mimeType: media.mimeType, size: media.size });
      served.set(id, media);
      return {
        url,
        close() {
          if (!served.delete(id)) return;
          for (const activeRead of activeReads.values())
            if (activeRead.id === id) activeRead.controller.abort();
          // A task that is aborted here fails on the native side.
          MediaRanges.close({ id }).catch(() => undefined);
        },
      };
    },
  };
}
