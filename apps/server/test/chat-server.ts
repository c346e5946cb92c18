import { readModelSettings } from '../src/platform/language-model/model-settings.ts';
import { startModelServer, type ModelServer } from './model-server.ts';
import { startTestServer, type Person, type TestServer } from './test-server.ts';

/** The application with a language model that says what a test tells it, and somebody who asks. */
export interface ChatServer {
  model: ModelServer;
  server: TestServer;
  ann: Person;
  close(): Promise<void>;
}

/** `models` are the names that the model answers to, `prices` as the setting has them. */
export async function startChatServer({
  models = 'small',
  callsPerMinute = 1_000,
  prices,
}: { models?: string; callsPerMinute?: number; prices?: string } = {}): Promise<ChatServer> {
  const model = await startModelServer();
  const settings = readModelSettings({
    GROMA_MODEL_URL: model.url,
    GROMA_MODELS: models,
    ...(prices !== undefined && { GROMA_MODEL_PRICES: prices }),
  });
  const server = await startTestServer({ models: { ...settings, callsPerMinute } });
  return {
    model,
    server,
    ann: await server.signUp(),
    async close() {
      await server.close();
      await model.close();
    },
  };
}
