import { messageRoutes } from '../../modules/messages/messages.routes.ts';
import type { ServiceModule } from '../service-context.types.ts';

export const messagesModule: ServiceModule = {
  registerRoutes: (app, { clock, db }) => messageRoutes(app, { clock, db }),
};
