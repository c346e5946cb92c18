import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadOverlays } from '../overlay/overlay-parts.ts';
import { GromaProvider } from '../provider/groma-provider.tsx';
import { toast } from './toast.tsx';

async function pass(milliseconds: number) {
  await act(async () => {
    await vi.advanceTimersByTimeAsync(milliseconds);
  });
}

describe('toast', () => {
  beforeEach(async () => {
    await loadOverlays();
    vi.useFakeTimers();
    render(<GromaProvider colorScheme="light">page</GromaProvider>);
    await pass(2_000);
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
  });

  it('[SHL-050] vanishes after 5 seconds', async () => {
    act(() => {
      toast.success('Saved.');
    });
    await pass(4900);
    expect(screen.queryByText('Saved.')).toBeTruthy();
    await pass(500);
    expect(screen.queryByText('Saved.')).toBeNull();
  });

  it('[SHL-051] stands as long as the caller says', async () => {
    act(() => {
      toast.info('Longer.', { duration: 9000 });
    });
    await pass(8900);
    expect(screen.queryByText('Longer.')).toBeTruthy();
    await pass(500);
    expect(screen.queryByText('Longer.')).toBeNull();
  });

  it('[SHL-051] stays with a duration of null until it is dismissed', async () => {
    let id = '';
    act(() => {
      id = toast.error('Failed.', { duration: null });
    });
    await pass(60_000);
    expect(screen.queryByRole('alert')?.textContent).toContain('Failed.');
    act(() => {
      toast.dismiss(id);
    });
    await pass(500);
    expect(screen.queryByText('Failed.')).toBeNull();
  });
});
