import { afterEach, expect, test } from 'vitest';
import { endOfBatch } from './batch-end.ts';
import { changeUpload, dropUploads, listUploads, type Upload } from './upload-store.ts';

const upload = (id: string, batch: string): Upload => ({
  id,
  projectId: 'p',
  batch,
  path: `/data/${id}`,
  name: id,
  bytes: 1,
  sent: 0,
  state: 'waiting',
  modified: 0,
  replace: false,
  numbers: false,
});

afterEach(() => dropUploads(() => true));

test('[SHL-150] what was dropped together goes on once all of it has arrived, was refused or was taken off the list', async () => {
  listUploads([...['a', 'b', 'c', 'd'].map((id) => upload(id, 'one')), upload('e', 'two')]);
  let paths: string[] | null = null;
  const ended = endOfBatch('one').then((arrived) => (paths = arrived));
  changeUpload('a', { state: 'done' });
  dropUploads(({ id }) => id === 'a');
  changeUpload('b', { state: 'refused' });
  changeUpload('c', { state: 'sending' });
  dropUploads(({ id }) => id === 'd');
  await Promise.resolve();
  expect(paths).toBeNull();
  changeUpload('c', { state: 'done', path: '/data/c (2)' });
  expect(await ended).toEqual(['/data/a', '/data/c (2)']);
});
