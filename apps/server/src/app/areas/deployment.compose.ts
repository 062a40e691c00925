import { deploymentRoutes } from '../../modules/deployment/deployment.routes.ts';
import { createSpeechTokenProvider } from '../../modules/deployment/speech.usecases.ts';
import type { ServiceModule } from '../service-context.types.ts';

export const deploymentModule: ServiceModule = {
  registerRoutes: (app, { db, clock, config, onError }) => {
    const speechToken = createSpeechTokenProvider({ config: config.speech, clock, onError });
    deploymentRoutes(app, { db, clock, environment: config.environment, speechToken });
  },
};
