import type { NotebookOutput } from '@groma/model';
import { GromaProvider } from '@groma/ui';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sessionStore, setProject, type Project, type User } from '../../../platform/session.ts';
import { NotebookContext, type Notebook } from '../block/notebook-context.ts';
import { OutputPanel } from './output-panel.tsx';
import { OwnBlock } from './own-block.ts';

beforeEach(() => {
  setProject({ id: 'p' } as Project);
  sessionStore.setState({ user: { id: 'ada' } as User });
});
afterEach(() => {
  cleanup();
  setProject(null);
});

const question: NotebookOutput = {
  kind: 'input',
  display: 'input-1',
  prompt: 'Name: ',
  isPassword: false,
  askedOf: 'ada',
};

function draw(output: NotebookOutput, isRunning = true) {
  const answer = vi.fn<Notebook['answer']>(() => Promise.resolve(true));
  const stop = vi.fn<Notebook['stop']>();
  render(
    <GromaProvider>
      <NotebookContext value={{ id: 'n', isEditable: true, answer, stop } as Partial<Notebook> as Notebook}>
        <OwnBlock value={{ blockId: 'b', executionCount: null, resultName: null, isRunning }}>
          <OutputPanel outputs={[output]} />
        </OwnBlock>
      </NotebookContext>
    </GromaProvider>,
  );
  return { answer, stop };
}

test('[NBK-144] who runs the block types a line and sends it by Enter; the field has the focus at once', async () => {
  const { answer } = draw(question);
  const field = screen.getByLabelText('Name:');
  await waitFor(() => expect(document.activeElement).toBe(field));
  fireEvent.change(field, { target: { value: 'Ada' } });
  fireEvent.submit(field.closest('form')!);
  expect(answer).toHaveBeenCalledWith('b', 'input-1', 'Ada');
  expect((field as HTMLInputElement).disabled).toBe(true);
});

test('[NBK-144] the next question has the focus at once, though an answer was typed just before', async () => {
  draw(question);
  const first = screen.getByLabelText('Name:');
  fireEvent.input(first, { target: { value: 'Ada' } });
  fireEvent.submit(first.closest('form')!);
  cleanup();
  draw({ ...question, display: 'input-2', prompt: 'Town: ' } as NotebookOutput);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Town:')));
});

test('[NBK-144] a line that was not taken can be sent again', async () => {
  const { answer } = draw(question);
  answer.mockResolvedValueOnce(false);
  const field = screen.getByLabelText<HTMLInputElement>('Name:');
  fireEvent.submit(field.closest('form')!);
  await waitFor(() => expect(field.disabled).toBe(false));
  fireEvent.submit(field.closest('form')!);
  expect(answer).toHaveBeenCalledTimes(2);
});

test('[NBK-144] Escape in the field stops the block', () => {
  const { stop } = draw(question);
  fireEvent.keyDown(screen.getByLabelText('Name:'), { key: 'Escape' });
  expect(stop).toHaveBeenCalledWith('b');
});

test('[NBK-144] a password is typed unseen', () => {
  draw({ ...question, isPassword: true } as NotebookOutput);
  expect(screen.getByLabelText<HTMLInputElement>('Name:').type).toBe('password');
});

test('[NBK-144] others see that somebody is asked, and nobody has a field once the block has ended', () => {
  draw({ ...question, askedOf: 'eve' } as NotebookOutput);
  expect(screen.getByRole('status').textContent).toBe('Waiting for the person who runs this block');
  expect(screen.queryByRole('textbox')).toBeNull();
  cleanup();
  draw(question, false);
  expect(screen.queryByRole('textbox')).toBeNull();
  screen.getByText('Name:');
});
