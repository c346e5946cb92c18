import type { NotebookOutput } from '@groma/model';
import { GromaProvider } from '@groma/ui';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
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

function draw(outputs: NotebookOutput[], onClear?: () => void): HTMLElement {
  return render(
    <GromaProvider>
      <NotebookContext value={{ id: 'n' } as Notebook}>
        <OutputPanel outputs={outputs} onClear={onClear} />
      </NotebookContext>
    </GromaProvider>,
  ).container;
}

test('[NBK-075] outputs are expanded and minimized by a button', () => {
  const panel = draw([{ kind: 'text', text: 'one\ntwo\n' }]).querySelector('.output');
  expect(panel?.hasAttribute('data-expanded')).toBe(false);
  fireEvent.click(screen.getByRole('button', { name: 'Expand output' }));
  expect(panel?.hasAttribute('data-expanded')).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Minimise output' }));
  expect(panel?.hasAttribute('data-expanded')).toBe(false);
});

test('[NBK-077] outputs are cleared by a button, an error too; who may not edit has none', () => {
  const onClear = vi.fn<() => void>();
  draw([{ kind: 'text', text: 'one' }], onClear);
  fireEvent.click(screen.getByRole('button', { name: 'Clear output' }));
  cleanup();
  draw([{ kind: 'traceback', name: 'ValueError', message: 'no', text: '' }], onClear);
  fireEvent.click(screen.getByRole('button', { name: 'Clear output' }));
  expect(onClear).toHaveBeenCalledTimes(2);
  cleanup();
  draw([{ kind: 'text', text: 'one' }]);
  expect(screen.queryByRole('button', { name: 'Clear output' })).toBeNull();
});

test('[NBK-086] HTML that cannot be drawn says so, and gives its text', () => {
  const frame = draw([{ kind: 'text/html', html: '<b>x</b>', text: 'the text' }]).querySelector('iframe');
  act(() => {
    dispatchEvent(
      new MessageEvent('message', { data: { type: 'groma-output-failed' }, source: frame?.contentWindow as Window }),
    );
  });
  expect(screen.getByText('Error rendering HTML output')).toBeTruthy();
  expect(screen.getByText('the text')).toBeTruthy();
});

test('[NBK-088] an output that needs other servers says so in place of an empty frame', () => {
  const drawn = draw([
    {
      kind: 'text/html',
      html: '<iframe srcdoc="&lt;script src=&quot;https://cdn.example.org/l.js&quot;&gt;"></iframe>',
    },
  ]);
  expect(drawn.querySelector('iframe')).toBeNull();
  expect(screen.getByText(/needs scripts from cdn\.example\.org/)).toBeTruthy();
});

test('[NBK-138] whole numbers of JSON beyond 2^53 are shown with all their digits', async () => {
  draw([{ kind: 'application/json', json: '{"id":12345678901234567890,"name":"a"}' }]);
  expect(await screen.findByText('12345678901234567890')).toBeTruthy();
});
