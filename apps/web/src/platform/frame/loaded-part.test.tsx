import { GromaProvider } from '@groma/ui';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { LoadedPart, loadStates, type LoadState } from './loaded-part.tsx';

afterEach(cleanup);

test('[SHL-026] the loading of a panel is running until it is here, and idle again when it fails, with a retry', async () => {
  const states: LoadState[] = [];
  let answers: ((way: 'come' | 'fail') => void)[] = [];
  const load = () =>
    new Promise<() => string>((resolve, reject) => {
      answers.push((way) => (way === 'come' ? resolve(() => 'the panel') : reject(new Error('cut off'))));
    });
  const note = (state: LoadState) => {
    states.push(state);
  };
  render(
    <GromaProvider>
      <LoadedPart load={load} props={{}} onLoadState={note} />
    </GromaProvider>,
  );
  expect(states).toEqual(['RUNNING']);
  await act(async () => {
    answers[0]!('fail');
  });
  expect([states.at(-1), screen.getByRole('alert').textContent]).toEqual(['IDLE', expect.stringContaining('cut off')]);
  answers = [];
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  });
  expect(states.at(-1)).toBe('RUNNING');
  await act(async () => {
    answers[0]!('come');
  });
  expect(states.at(-1)).toBe('COMPLETED');
  expect(screen.getByText('the panel')).toBeTruthy();
  expect(new Set(states)).toEqual(new Set(loadStates));
});
