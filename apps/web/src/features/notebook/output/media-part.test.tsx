import type { NotebookOutput } from '@groma/model';
import { GromaProvider } from '@groma/ui';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { QueryClientProvider } from '@tanstack/react-query';
import { queryClient } from '../../../platform/api.ts';
import { setProject, type Project } from '../../../platform/session.ts';
import { NotebookContext, type Notebook } from '../block/notebook-context.ts';
import { OutputPanel } from './output-panel.tsx';

// The frames of this document would fetch their page.
(
  globalThis as unknown as { happyDOM: { settings: { disableIframePageLoading: boolean } } }
).happyDOM.settings.disableIframePageLoading = true;
beforeEach(() => {
  setProject({ id: 'p' } as Project);
});
afterEach(() => {
  cleanup();
  setProject(null);
});

function draw(output: NotebookOutput): HTMLElement {
  return render(
    <QueryClientProvider client={queryClient}>
      <GromaProvider>
        <NotebookContext value={{ id: 'n' } as Notebook}>
          <OutputPanel outputs={[output]} />
        </NotebookContext>
      </GromaProvider>
    </QueryClientProvider>,
  ).container;
}

test.each(['image/gif', 'image/webp'] as const)('[NBK-147] a picture of %s is shown', (kind) => {
  draw({ kind, data: 'R0lGODlh' });
  expect(screen.getByRole<HTMLImageElement>('img').src).toBe(`data:${kind};base64,R0lGODlh`);
});

test('[NBK-147] a PDF is a link to save it, or what is wrong with it', () => {
  draw({ kind: 'application/pdf', data: 'JVBERi0=' });
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Save the PDF' });
  expect([link.download, link.href.startsWith('data:application/pdf;base64,')]).toEqual(['output.pdf', true]);
  cleanup();
  draw({ kind: 'application/pdf', data: '%%%' });
  screen.getByText('This output’s data can’t be read.');
});

test.each([
  { kind: 'video/mp4', data: 'AAAA' },
  { kind: 'audio/wav', data: 'AAAA' },
  { kind: 'application/javascript', text: 'document.title = "taken"' },
] as NotebookOutput[])('[NBK-147] $kind stands in the frame of outputs alone', (output) => {
  const drawn = draw(output);
  expect(drawn.querySelector('iframe')!.getAttribute('sandbox')).toBe('allow-scripts');
  expect(drawn.querySelector('video, audio, script')).toBeNull();
  expect(document.title).not.toBe('taken');
});
