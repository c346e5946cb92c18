import type { OperationStatus } from '@groma/model';
import type { OperationReply } from '@groma/protocol';
import { GromaProvider } from '@groma/ui';
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { OperationList } from './operation-list.tsx';
import { operationStore } from './operation-store.ts';

afterEach(() => {
  cleanup();
  operationStore.setState({ canceling: new Set() });
});

const operation = (id: string, status: OperationStatus, rest: Partial<OperationReply> = {}): OperationReply => ({
  id,
  status,
  job_status: 'in progress',
  project_id: 'p',
  user_id: 'u',
  title: id,
  task: null,
  subject: null,
  subtitle: null,
  progress: 10,
  estimatedTimeLeft: null,
  currentSubTask: null,
  currentSubTaskProgress: null,
  failedMessage: null,
  remarks: [],
  created_at: '2025-08-01T10:00:00.000Z',
  updated_at: '2025-08-01T10:00:00.000Z',
  ...rest,
});

function draw(operations: OperationReply[], failure: Error | null = null) {
  return (
    <GromaProvider>
      <OperationList
        projectId="p"
        operations={operations}
        failure={failure}
        isRetrying={false}
        onRetry={() => undefined}
      />
    </GromaProvider>
  );
}

test('[SHL-031] a row shows title, progress, remaining time and the sub-task with its progress', () => {
  render(
    draw([
      operation('Import parcels.gpkg', 'In Progress', {
        subtitle: 'into Low flow map',
        progress: 64,
        estimatedTimeLeft: 130,
        currentSubTask: 'buildings',
        currentSubTaskProgress: 25,
      }),
    ]),
  );
  const row = screen.getByRole('listitem');
  expect(row.textContent).toMatch(
    /Import parcels\.gpkg.*2 minutes.*into Low flow map.*In progress.*64.?%.*buildings.*25.?%/,
  );
  expect(
    within(row).getByRole('progressbar', { name: 'Progress of Import parcels.gpkg' }).getAttribute('aria-valuenow'),
  ).toBe('64');
});

test('[SHL-037] the cancel button is there until a final status, and the dismiss button from then on', () => {
  const buttons = () =>
    screen.getAllByRole('listitem').map((row) =>
      within(row)
        .getAllByRole('button')
        .map((button) => button.getAttribute('aria-label')),
    );
  const { rerender } = render(draw([operation('a', 'Pending'), operation('b', 'In Progress')]));
  expect(buttons()).toEqual([['Cancel a'], ['Cancel b']]);
  rerender(
    draw([
      operation('a', 'Canceled'),
      operation('b', 'Completed'),
      operation('c', 'Failed', { failedMessage: 'The .prj file is missing.' }),
    ]),
  );
  expect(buttons()).toEqual([['Dismiss a'], ['Dismiss b'], ['Dismiss c']]);
  expect(screen.getAllByRole('listitem')[2]!.textContent).toContain('The .prj file is missing.');
});

test('[MAP-128] what an import changed and an export lost stands with the operation that has ended', () => {
  render(
    draw([
      operation('a', 'Completed', {
        remarks: [{ kind: 'import', text: 'date-times were cut to milliseconds in "seen".' }],
      }),
      operation('b', 'Completed', {
        remarks: [
          { kind: 'fraction', columns: ['seen', 'left'] },
          { kind: 'renamed', columns: ['population → populati'] },
          { kind: 'left-out', count: 2 },
        ],
      }),
    ]),
  );
  const [one, other] = screen
    .getAllByRole('listitem')
    .filter((row) => row.hasAttribute('data-status'))
    .map((row) => row.textContent);
  expect(one).toContain('cut to milliseconds in "seen"');
  expect(other).toMatch(
    /Fractions of a second were cut in: seen, left\..*population → populati.*2 features without geometry/,
  );
});

test('[SHL-042] a cancelling that has begun says so and takes no second press', () => {
  operationStore.setState({ canceling: new Set(['a']) });
  render(draw([operation('a', 'In Progress', { estimatedTimeLeft: 130 })]));
  expect(screen.getByRole('button', { name: 'Canceling a' }).getAttribute('aria-disabled')).toBe('true');
  const text = screen.getByRole('listitem').textContent;
  expect(text).toContain('Canceling…');
  expect(text).not.toContain('minutes');
});

test('[SHL-037] the keyboard stays in the list when the button under it gives way', () => {
  const { rerender } = render(draw([operation('a', 'In Progress'), operation('b', 'Failed')]));
  screen.getByRole('button', { name: 'Cancel a' }).focus();
  rerender(draw([operation('a', 'Canceled'), operation('b', 'Failed')]));
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Dismiss a');
  rerender(draw([operation('b', 'Failed')]));
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Dismiss b');
  rerender(draw([]));
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Close operations');
});

test('[SHL-031] without operations the list says what goes here, and a failure to read it says so instead', () => {
  const { rerender } = render(draw([]));
  expect(screen.getByText('Nothing is running')).toBeTruthy();
  rerender(draw([], new Error('No answer.')));
  expect(screen.queryByText('Nothing is running')).toBeNull();
  expect(screen.getByRole('alert').textContent).toContain('No answer.');
});
