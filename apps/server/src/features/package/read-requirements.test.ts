import { expect, test } from 'vitest';
import { parseDataPath } from '@groma/model';
import { parseRequirement, parseRequirementsFile } from './read-requirements.ts';

const path = parseDataPath('/data/setup/requirements.txt');
const refusal = (detail: RegExp) =>
  expect.objectContaining({
    code: 'PACKAGE_REFUSED',
    details: expect.objectContaining({ detail: expect.stringMatching(detail) as unknown }) as unknown,
  });

test('[KRN-101] requirements are names with extras, versions and markers', () => {
  for (const good of [
    'pandas',
    'ruamel.yaml',
    'pandas >= 3, < 4',
    'dask[array,dataframe]==2026.1.*',
    'a~=1.2; python_version < "3.12" and sys_platform == "linux"',
    'a ; (os_name == "posix")',
    'x!=1.0+local',
  ])
    expect(parseRequirement(` ${good} `), good).toBe(good);
  for (const bad of [
    '-U',
    'a; import os',
    'a @ https://x',
    'a b',
    '',
    '-',
    'a>=',
    './a',
    'a\nb',
    'a==1 --hash=sha256:0',
  ])
    expect(() => parseRequirement(bad), bad).toThrow(refusal(/./));
});

test('[KRN-100] a requirements.txt has comments, long lines and wheels beside it; what else is in it is named', () => {
  const text = '\uFEFF# ours\r\n\r\npandas>=3 # why\r\nnumpy \\\r\n  >=2\r\n../wheels/a-1.0-py3-none-any.whl\r\n';
  expect(parseRequirementsFile(text, path)).toEqual({
    requirements: ['pandas>=3', 'numpy >=2'],
    files: ['/data/wheels/a-1.0-py3-none-any.whl'],
  });
  for (const [line, reason] of [
    ['a \\\n  >=1\n-r other.txt', /line 4, “-r other\.txt”: options/],
    ['--index-url https://x', /options/],
    ['git+https://x/a.git', /other addresses/],
    ['https://x/a-1.0-py3-none-any.whl', /other addresses/],
    ['file:///etc/a-1.0-py3-none-any.whl', /other addresses/],
    ['two words', /write a name/],
  ] as const)
    expect(() => parseRequirementsFile(`numpy\n${line}`, path), line).toThrow(refusal(reason));
  expect(() => parseRequirementsFile('../../../etc/a-1.0-py3-none-any.whl', path)).toThrow(
    expect.objectContaining({ code: 'BAD_PATH' }),
  );
});

test('[KRN-101] a line is read in a moment however long it is', () => {
  const long = 250 * 1024;
  const begin = performance.now();
  for (const [blank, reason] of [
    [' ', /write a name/],
    ['\v', /more than 300 characters/],
  ] as const) {
    const text = `a${blank.repeat(long)}b`;
    expect(() => parseRequirementsFile(text, path)).toThrow(refusal(reason));
    expect(() => parseRequirement(text)).toThrow(refusal(reason));
  }
  expect(() => parseRequirementsFile(`a${' #'.repeat(long / 2)}\rb`, path)).not.toThrow();
  // Minutes where it takes the square of the length.
  expect(performance.now() - begin).toBeLessThan(2_000);
});
