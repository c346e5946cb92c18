import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { highestFrame, readFrameMessage } from './html-frame.ts';

test('[NBK-088] of what a frame says only a height in bounds, ready and failed are believed', () => {
  expect(readFrameMessage({ type: 'groma-output-height', height: 120.2 })).toEqual({ type: 'height', height: 121 });
  expect(readFrameMessage({ type: 'groma-output-height', height: 1e9 })).toEqual({
    type: 'height',
    height: highestFrame,
  });
  expect(readFrameMessage({ type: 'groma-output-height', height: -5 })).toEqual({ type: 'height', height: 0 });
  expect(readFrameMessage({ type: 'groma-output-ready' })).toEqual({ type: 'ready' });
  for (const other of [
    null,
    'height',
    7,
    {},
    { type: 'groma-output-height', height: '10px' },
    { type: 'groma-output-height', height: Number.NaN },
    { type: 'open', url: '/' },
  ]) {
    expect(readFrameMessage(other)).toBeNull();
  }
});

test('[NBK-088] the page of the frames may reach no server and no form', () => {
  const page = readFileSync(new URL('../../../../public/output-frame.html', import.meta.url), 'utf8');
  const policy = /http-equiv="content-security-policy" content="([^"]*)"/.exec(page)?.[1] ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("form-action 'none'");
  expect(policy).not.toMatch(/connect-src|https?:|'self'|\*/);
});
