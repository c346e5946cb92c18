import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Badge } from '../identity/badge.tsx';
import { Card } from '../identity/card.tsx';
import { Skeleton, SkeletonRows } from '../feedback/skeleton.tsx';
import { GromaProvider } from '../provider/groma-provider.tsx';
import { IconButton } from './icon-button.tsx';
import { TextArea } from './text-field.tsx';

afterEach(cleanup);

test('[SHL-098] a tooltip button has its name, keys and the reason why it is disabled for everybody', () => {
  const presses: string[] = [];
  render(
    <GromaProvider>
      <IconButton label="Split" shortcut="Ctrl+K" icon={null} onClick={() => presses.push('split')} />
      <IconButton label="Delete" disabledReason="editors only" icon={null} onClick={() => presses.push('delete')} />
    </GromaProvider>,
  );
  const [split, remove] = [
    screen.getByRole('button', { name: 'Split' }),
    screen.getByRole('button', { name: 'Delete' }),
  ];
  expect(split.getAttribute('aria-keyshortcuts')).toBe('Control+K');
  expect([remove.getAttribute('aria-disabled'), remove.hasAttribute('disabled')]).toEqual(['true', false]);
  split.click();
  remove.click();
  expect(presses).toEqual(['split']);
});

test('[SHL-098] a card has a heading, a badge its word, a textarea its label and error, a skeleton says that it loads', () => {
  render(
    <GromaProvider>
      <Card title="Storage" action={<Badge tone="red">full</Badge>}>
        5 GB
      </Card>
      <TextArea label="Notes" error="Too long." defaultValue="a" />
      <Skeleton width={10} />
      <SkeletonRows rows={3} label="Loading maps" />
    </GromaProvider>,
  );
  expect(screen.getByRole('heading', { name: 'Storage' }).closest('section')?.textContent).toBe('Storagefull5 GB');
  expect(screen.getByLabelText('Notes').tagName).toBe('TEXTAREA');
  expect(screen.getByText('Too long.')).toBeTruthy();
  const rows = screen.getByRole('status', { name: 'Loading maps' });
  expect([rows.getAttribute('aria-busy'), rows.querySelectorAll('.g-skeleton-row').length]).toEqual(['true', 3]);
});
