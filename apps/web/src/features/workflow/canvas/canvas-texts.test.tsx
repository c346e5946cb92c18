import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { Controls, ReactFlow, ReactFlowProvider } from '@xyflow/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { setPreference } from '../../../platform/preference.ts';
import { presentLocale, startTexts } from '../../../platform/text.ts';
import { useCanvasTexts } from './canvas-texts.ts';

function Canvas() {
  return (
    <ReactFlow nodes={[]} edges={[]} ariaLabelConfig={useCanvasTexts()}>
      <Controls showInteractive={false} />
    </ReactFlow>
  );
}

beforeAll(() => startTexts());
afterEach(() => {
  setPreference({ locale: 'en' });
  cleanup();
});

test('[SHL-170] what a canvas says of its keys and controls is in the language of the person', async () => {
  setPreference({ locale: 'de' });
  await waitFor(() => expect(presentLocale()).toBe('de'));
  const { container } = render(
    <ReactFlowProvider>
      <Canvas />
    </ReactFlowProvider>,
  );
  expect(await screen.findByRole('button', { name: 'Vergrößern' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Alles zeigen' })).toBeDefined();
  expect(container.textContent).toContain('Eingabe oder Leertaste wählt den Knoten aus.');
  expect(container.textContent).not.toContain('Press enter');
});
