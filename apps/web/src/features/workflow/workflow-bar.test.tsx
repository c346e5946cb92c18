import type { LiveState } from '@groma/protocol';
import { GromaProvider } from '@groma/ui';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { bringTexts } from '../../platform/text.ts';
import { WorkflowBar } from './workflow-bar.tsx';

beforeAll(() => bringTexts());
afterEach(cleanup);

const state: LiveState = {
  connection: 'connected',
  synced: true,
  canWrite: true,
  lostAt: null,
  saved: true,
  isKept: false,
  savedAt: null,
  refusal: null,
};

function draw(isSubmitting: boolean) {
  const acts = { onArrange: vi.fn<() => void>(), onResetView: vi.fn<() => void>(), onRun: vi.fn<() => void>() };
  render(
    <GromaProvider>
      <WorkflowBar
        workflowId="w"
        name="Roads"
        state={state}
        people={[]}
        issues={[]}
        isEditable
        isSubmitting={isSubmitting}
        {...acts}
      />
    </GromaProvider>,
  );
  return acts;
}

test('[WFL-004] Reset View of the top bar does that and nothing else', () => {
  const { onResetView, onArrange, onRun } = draw(false);
  fireEvent.click(screen.getByRole('button', { name: 'Reset View' }));
  expect([onResetView, onArrange, onRun].map(({ mock }) => mock.calls.length)).toEqual([1, 0, 0]);
});

test('[WFL-008] while a run is submitted the button says so and begins no other', () => {
  const { onRun } = draw(true);
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Initializing...' });
  fireEvent.click(button);
  expect([button.disabled, onRun.mock.calls.length]).toEqual([true, 0]);
  expect(screen.queryByRole('button', { name: 'Run Workflow' })).toBeNull();
});

test('[WFL-232] that a letter is saved draws the indicator and nothing else of the bar', () => {
  const looks = vi.fn<() => boolean>(() => false);
  const issues = Object.assign([], { some: looks });
  const acts = { onArrange: () => undefined, onResetView: () => undefined, onRun: () => undefined };
  const people: never[] = [];
  const bar = (saved: boolean) => (
    <GromaProvider>
      <WorkflowBar
        workflowId="w"
        name="Roads"
        state={{ ...state, saved }}
        people={people}
        issues={issues}
        isEditable
        isSubmitting={false}
        {...acts}
      />
    </GromaProvider>
  );
  const { rerender } = render(bar(true));
  const before = screen.getByRole('status').textContent;
  looks.mockClear();
  rerender(bar(false));
  expect(screen.getByRole('status').textContent).not.toBe(before);
  expect(looks).not.toHaveBeenCalled();
});
