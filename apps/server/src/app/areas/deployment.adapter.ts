import { deploymentRoutes } from '../../modules/deployment/deployment.routes.ts';
import { speechTokens } from '../../modules/deployment/speech.usecases.ts';
import type { Area } from '../parts.port.ts';

export const deploymentArea: Area = {
  serve: (app, { db, clock, config, onError }) => {
    const speechToken = speechTokens({ config: config.speech, clock, onError });
    deploymentRoutes(app, { db, clock, environment: config.environment, speechToken });
  },
};
