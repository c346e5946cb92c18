import { GromaProvider } from '@groma/ui';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { AttachmentList } from './attachment-list.tsx';

afterEach(cleanup);

test('[AIA-002] [AIA-004] what is being read shows how far it is; each can be taken away', () => {
  const removed: string[] = [];
  const picture = { id: '1', type: 'picture', filename: 'delta.png', mediaType: 'image/png', url: '' } as const;
  const layer = { id: '2', type: 'layer', filename: 'Rivers', mediaType: '', url: 'layer:a/b' } as const;
  render(
    <GromaProvider>
      <AttachmentList
        attachments={[{ ...picture, percentProgress: 42, isUploading: true }, layer]}
        onRemove={(id) => removed.push(id)}
      />
    </GromaProvider>,
  );
  const bar = screen.getByRole('progressbar', { name: 'Reading delta.png' });
  expect([bar.getAttribute('aria-valuenow'), screen.getByText('42%').tagName]).toEqual(['42', 'SMALL']);
  expect(screen.getAllByRole('progressbar')).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: 'Remove Rivers' }));
  expect(removed).toEqual(['2']);
});
