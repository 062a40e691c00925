import { messageRoutes } from '../../modules/messages/messages.routes.ts';
import type { Area } from '../parts.port.ts';

export const messagesArea: Area = {
  serve: (app, { clock, db }) => messageRoutes(app, { clock, db }),
};
