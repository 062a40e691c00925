import { z } from 'zod';

// The probe of zod for compiled functions would violate the content security policy.
z.config({ jitless: true });

export { z };
