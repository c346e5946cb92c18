import type { WholeOutput } from '@groma/model';
import { expect, test } from 'vitest';
import { keptCharacters, keptOutputs } from './output-collector.ts';
import { WidgetModelStore } from './widget-model-store.ts';
import { WireExecution } from './wire-execution.ts';

test('[KRN-048] [NBK-085] a clear before the next output is made after too many outputs too, and the next is shown', async () => {
  const shown: WholeOutput[] = [];
  const execution = new WireExecution(
    {
      give: (outputs) => {
        shown.push(...outputs);
        execution.acknowledge();
      },
      clear: () => {
        shown.length = 0;
      },
      shown: () => undefined,
    },
    new WidgetModelStore(),
    keptCharacters,
  );
  const take = (type: string, content: Record<string, unknown>) =>
    execution.take({ type, parentId: 'request', contentBytes: 100, content: () => content, buffers: [] });
  const display = (text: string) => take('display_data', { data: { 'text/plain': text }, metadata: {} });
  for (let i = 0; i <= keptOutputs; i++) await display('x');
  await take('clear_output', { wait: true });
  await display('after');
  await execution.finish();
  expect(shown).toMatchObject([{ kind: 'text/plain', text: 'after' }]);
});
