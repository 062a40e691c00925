import { messageRoutes } from '../../modules/messages/messages.routes.ts';
import type { ServiceModule } from '../parts.port.ts';

export const messagesModule: ServiceModule = {
  registerRoutes: (app, { clock, db }) => messageRoutes(app, { clock, db }),
};
