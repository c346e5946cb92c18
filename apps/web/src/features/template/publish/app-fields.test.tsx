import type { AppSetting } from '@groma/model';
import { GromaProvider } from '@groma/ui';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { AppFields } from './app-fields.tsx';

afterEach(cleanup);

const setting: AppSetting = { mode: 'own', run_seconds: 60, idle_minutes: 10, sessions: 2 };
const onChange = vi.fn<(app: AppSetting | null) => void>();

function draw(app: AppSetting | null, isFixed = false): void {
  onChange.mockReset();
  render(
    <GromaProvider>
      <AppFields app={app} isFixed={isFixed} onChange={onChange} />
    </GromaProvider>,
  );
}
const choice = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Readers may run it' });
async function choose(option: string): Promise<void> {
  fireEvent.click(choice());
  fireEvent.click(await screen.findByRole('option', { name: option, hidden: true }));
}

test('[PUB-127] readers may run nothing until their author says so, with limits that have usual values', async () => {
  draw(null);
  expect([choice().value, screen.queryByLabelText('Sessions at once')]).toEqual(['No', null]);
  await choose('Yes, each on their own');
  expect(onChange).toHaveBeenCalledExactlyOnceWith(setting);
});

test('[PUB-127] a limit is taken when its field is left, within its ends', () => {
  draw(setting);
  const seconds = screen.getByLabelText('Seconds for one run, at most');
  fireEvent.change(seconds, { target: { value: '999999' } });
  expect(onChange).not.toHaveBeenCalled();
  fireEvent.blur(seconds);
  expect(onChange).toHaveBeenCalledExactlyOnceWith({ ...setting, run_seconds: 3_600 });
});

test('[PUB-127] one session for all has no number of sessions; a version that is out stays as it is', async () => {
  draw({ ...setting, mode: 'shared' });
  expect(screen.queryByLabelText('Sessions at once')).toBeNull();
  await choose('No');
  expect(onChange).toHaveBeenCalledExactlyOnceWith(null);
  cleanup();
  draw(setting, true);
  expect(choice().disabled).toBe(true);
  expect(screen.getByText(/This holds for the published version/)).toBeTruthy();
});
