import { createClient } from '@groma/protocol';

/** The typed client with the schemas that check replies; the first screen is drawn before it is here. */
export const fullClient = createClient();
