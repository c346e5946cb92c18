import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CopyButton } from '../control/copy-button.tsx';
import { GromaProvider } from '../provider/groma-provider.tsx';
import { statusDialog } from './confirm.tsx';
import { loadOverlays } from './overlay-parts.ts';

beforeEach(async () => {
  await loadOverlays();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('[SHL-099] a status is read in a dialog, is announced as what it is, and is over when it is closed', async () => {
  render(<GromaProvider>page</GromaProvider>);
  for (const [kind, role] of [
    ['error', 'alert'],
    ['success', 'status'],
  ] as const) {
    let isOver = false;
    act(() => {
      void statusDialog[kind]({ title: `A ${kind}`, body: `About the ${kind}` }).then(() => {
        isOver = true;
      });
    });
    const dialog = await screen.findByRole('dialog', { name: `A ${kind}` });
    expect(screen.getAllByRole(role).some((element) => element.textContent === `About the ${kind}`)).toBe(true);
    expect(isOver).toBe(false);
    const close = [...dialog.querySelectorAll('button')].at(-1)!;
    await act(async () => {
      fireEvent.click(close);
    });
    expect(isOver).toBe(true);
  }
});

test.each([
  [undefined, 2_000],
  [3_000 as const, 3_000],
])('[SHL-097] copying is shown for %s, which is %i ms', async (feedbackMs, lasts) => {
  const copied: string[] = [];
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: {
      writeText: (text: string) => {
        copied.push(text);
        return Promise.resolve();
      },
    },
  });
  vi.useFakeTimers();
  render(
    <GromaProvider>
      <CopyButton label="Copy id" text="42" {...(feedbackMs && { feedbackMs })} />
    </GromaProvider>,
  );
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Copy id' }));
  });
  expect(copied).toEqual(['42']);
  await act(async () => {
    await vi.advanceTimersByTimeAsync(lasts - 100);
  });
  expect(screen.queryByRole('button', { name: 'Copied' })).not.toBeNull();
  await act(async () => {
    await vi.advanceTimersByTimeAsync(200);
  });
  expect(screen.queryByRole('button', { name: 'Copy id' })).not.toBeNull();
});
