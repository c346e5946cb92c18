import { GromaProvider } from '@groma/ui';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { StopNotice } from './stop-notice.tsx';

afterEach(cleanup);

const draw = (since: number, onEnd?: () => void) =>
  render(
    <GromaProvider>
      <StopNotice since={since} onEnd={onEnd} />
    </GromaProvider>,
  );

test('[KRN-061] a block that still runs 5 s after a stop offers to wait or to end its kernel, and does neither by itself', async () => {
  let ended = 0;
  draw(Date.now() - 5_000, () => {
    ended += 1;
  });
  fireEvent.click(await screen.findByRole('button', { name: 'End kernel' }));
  expect(ended).toBe(1);
  fireEvent.click(screen.getByRole('button', { name: 'Keep waiting' }));
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByRole('status').textContent).toBe('Stopping…');
  expect(ended).toBe(1);
});

test('[KRN-061] before that, and for people who may not run code, there is nothing to choose', async () => {
  draw(Date.now() + 60_000, () => undefined);
  expect([screen.getByRole('status').textContent, screen.queryByRole('button')]).toEqual(['Stopping…', null]);
  cleanup();
  draw(Date.now() - 5_000);
  expect((await screen.findByRole('alert')).textContent).toBe(
    'This block is still running. Its current step can’t be interrupted.',
  );
  expect(screen.queryByRole('button')).toBeNull();
});
