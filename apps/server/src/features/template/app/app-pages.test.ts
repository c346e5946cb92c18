import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { publishApp } from '../../../../test/test-app.ts';
import { openPage } from '../../../../test/test-page.ts';
import { insertPublication } from '../../../../test/test-publication.ts';
import { startTestServer } from '../../../../test/test-server.ts';

test('[PUB-128] a notebook that readers may run is framed as the application shows it, and offered on its page', async () => {
  const webFolder = await mkdtemp(join(tmpdir(), 'groma-web-'));
  await writeFile(join(webFolder, 'index.html'), 'the workspace');
  await writeFile(join(webFolder, 'app.html'), 'the application');
  const server = await startTestServer({ webFolder });
  try {
    const author = await server.signUp();
    const made = await publishApp(server, author, ['print(1)'], { embedOrigins: ['https://news.example'] });
    const framed = await openPage(server.origin, `/embed/notebooks/${made.id}`);
    expect([framed.status, framed.text]).toEqual([200, 'the application']);
    expect(framed.headers.get('content-security-policy')).toMatch(/; frame-ancestors 'self' https:\/\/news\.example$/);
    const { text } = await openPage(server.origin, `/en/hub/notebooks/${made.id}`);
    expect(text).toContain('Run this notebook');
    expect(text).toContain(`src="/embed/notebooks/${made.id}?version=1.0.0&amp;locale=en"`);
    const plain = await insertPublication(server, author, { type: 'NOTEBOOK', title: 'Plain' });
    expect((await openPage(server.origin, `/embed/notebooks/${plain.id}`)).text).toContain('<bdi>Plain</bdi>');
    expect((await openPage(server.origin, `/en/hub/notebooks/${plain.id}`)).text).not.toContain('Run this notebook');
  } finally {
    await server.close();
    await rm(webFolder, { recursive: true });
  }
});
