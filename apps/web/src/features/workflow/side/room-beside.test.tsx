import { act, render, screen } from '@testing-library/react';
import { useRef, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { useRoomBeside } from './room-beside.ts';

function Body() {
  const body = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(true);
  useRoomBeside(body, true, setOpen);
  return <div ref={body}>{isOpen ? 'open' : 'folded'}</div>;
}

test('[SHL-169] what is beside a canvas folds in a narrow panel and comes back in a wide one; a hidden panel changes nothing', () => {
  let width = 800;
  let onSize = () => {};
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(call: () => void) {
        onSize = call;
      }
      observe() {}
      disconnect() {}
    },
  );
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(() => width);
  render(<Body />);
  const resize = (to: number) => {
    width = to;
    act(() => onSize());
  };
  for (const [to, shown] of [
    [800, 'open'],
    [0, 'open'],
    [390, 'folded'],
    [0, 'folded'],
    [640, 'open'],
  ] as const) {
    resize(to);
    expect(screen.queryByText(shown)).not.toBeNull();
  }
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
