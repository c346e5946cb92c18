import { expect, test } from 'vitest';
import { holds, parseIfHeader, tokensNamed } from './if-header.ts';

const stateOf = async (about: string | undefined) => ({
  etag: about === undefined ? '"1"' : '"other"',
  tokens: new Set(about === undefined ? ['urn:a'] : []),
});
const isMet = (header: string) => holds(parseIfHeader(header), stateOf);

test('[FIL-102] one list of conditions must hold, all of it, of what it is about', async () => {
  const met = [
    '(<urn:a>)',
    '(<urn:b>) (["1"])',
    '(Not <urn:b> [W/"1"])',
    '<http://x/y> (["other"])',
    '(NOT <DAV:no-lock>)',
  ];
  for (const header of met) expect([header, await isMet(header)]).toEqual([header, true]);
  const unmet = ['(<urn:b>)', '(<urn:a> ["2"])', '(Not <urn:a>)', '<http://x/y> (<urn:a>)'];
  for (const header of unmet) expect([header, await isMet(header)]).toEqual([header, false]);
  expect([...tokensNamed(parseIfHeader('(<urn:a> ["1"]) (Not <urn:b>)'))]).toEqual(['urn:a', 'urn:b']);
});

test('[FIL-102] what is no list of conditions is refused', () => {
  for (const header of ['', '(', '()', '(<urn:a>', '<urn:a>', 'urn:a', '(Not)', '(<urn:a>))', '((<urn:a>))'])
    expect(() => parseIfHeader(header), header).toThrow(expect.objectContaining({ code: 'BAD_INPUT' }));
});
