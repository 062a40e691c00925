import { measureDatabase } from './app-database.ts';
import { measureLighthouse } from './app-lighthouse.ts';
import { measureLists } from './app-list.ts';
import { startAppService } from './app-service.ts';
import { measureStart } from './app-start.ts';

/** The built app from the real service, with the processor and network of a phone. */
export async function run() {
  const service = await startAppService();
  try {
    return {
      start: await measureStart(service.origin),
      list: await measureLists(service),
      lighthouse: await measureLighthouse(service),
      database: await measureDatabase(),
    };
  } finally {
    await service.stop();
  }
}
