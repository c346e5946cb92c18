import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProjectId } from '@groma/model';
import { createOutbound } from '../../../platform/outbound/outbound.ts';
import { StacServer } from '../../../../test/stac-server.ts';
import { StacDocuments } from './stac-documents.ts';

const stac = new StacServer();
const outbound = createOutbound(['localhost']);
const documents = new StacDocuments({ files: null as never, outbound });
/** For a source that never answers; one that does may need longer on a busy machine. */
const impatient = new StacDocuments({ files: null as never, outbound }, 300);

beforeAll(() => stac.start());
afterAll(async () => {
  await outbound.close();
  stac.close();
});

const read = (path: string, { by = documents, signal = new AbortController().signal } = {}) =>
  by.read(stac.origin + path, { name: 'Far away', projectId: 'p' as ProjectId, signal });

test('[SAT-062] a source that says nothing, too much, or nothing that is JSON, is named with the reason', async () => {
  await expect(read('/silent', { by: impatient })).rejects.toMatchObject({
    code: 'STAC_UNREACHABLE',
    message: 'Couldn’t reach “Far away”: it took too long.',
  });
  stac.documents.set('/long', JSON.stringify({ text: 'x'.repeat(9 * 1024 * 1024) }));
  await expect(read('/long')).rejects.toMatchObject({ code: 'OUTBOUND_TOO_LONG' });
  stac.documents.set('/page', '<html>');
  await expect(read('/page')).rejects.toMatchObject({
    code: 'STAC_UNREADABLE',
    message: 'Couldn’t read “Far away”: it answered something that is no JSON.',
  });
  await expect(read('/gone')).rejects.toMatchObject({ message: expect.stringContaining('404') });
  await expect(read('/signed/a.tif')).rejects.toMatchObject({ message: expect.stringContaining('account (403)') });
});

test('[SAT-062] who stops asking is not told that the source is silent', async () => {
  const stop = new AbortController();
  const asked = read('/silent', { signal: stop.signal });
  stop.abort(new Error('stopped'));
  await expect(asked).rejects.toThrow('stopped');
});
