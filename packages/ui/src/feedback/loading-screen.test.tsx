import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { LoadingScreen, pickTip } from './loading-screen.tsx';

const mapTips = ['One.', 'Two.', 'Three.'];

describe('loading screen', () => {
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
  });

  it('[SHL-052] shows a spinner with a “Do you know?” tip', () => {
    render(<LoadingScreen tips={mapTips} label="Opening the map" />);
    expect(screen.getByRole('status', { name: 'Opening the map' })).toBeTruthy();
    expect(screen.getByText('Do you know?').parentElement?.textContent).toMatch(/Do you know\? (One|Two|Three)\.$/);
  });

  it('[SHL-053] changes the tip every 10 seconds', () => {
    vi.useFakeTimers();
    render(<LoadingScreen tips={mapTips} />);
    const tip = () => screen.getByText('Do you know?').parentElement?.textContent;
    const first = tip();
    act(() => {
      vi.advanceTimersByTime(9900);
    });
    expect(tip()).toBe(first);
    act(() => {
      vi.advanceTimersByTime(200);
    });
    const second = tip();
    expect(second).not.toBe(first);
    act(() => {
      vi.advanceTimersByTime(10_000);
    });
    expect(tip()).not.toBe(second);
  });

  it('[SHL-054] picks at random among the tips given and only those', () => {
    const seen = new Set(
      Array.from({ length: 60 }, (_, index) => pickTip(mapTips, undefined, () => (index % 10) / 10)),
    );
    expect([...seen].sort()).toEqual([...mapTips].sort());
    expect(pickTip(mapTips, 'One.', () => 0)).toBe('Two.');
    expect(pickTip(['Only.'], 'Only.', () => 0.9)).toBe('Only.');
    expect(pickTip([])).toBeUndefined();
  });

  it('[SHL-054] drops the tip of other tips at once', () => {
    const { rerender } = render(<LoadingScreen tips={['Map tip.']} />);
    rerender(<LoadingScreen tips={['Notebook tip.']} />);
    expect(screen.queryByText(/Map tip/)).toBeNull();
    expect(screen.getByText(/Notebook tip/)).toBeTruthy();
  });
});
