import { expect, test } from 'vitest';
import { filesMeant } from './needed-files.ts';

const paths = [
  '/data/rivers.csv',
  '/data/2024/rivers.csv',
  '/data/2024/may/rivers.csv',
  '/data/tiles/1/2.png',
  '/data/tiles/1/23.png',
];
const content = {
  files: paths.map((path) => ({ path })),
  paths: new Set(paths),
  folders: new Set(['/data/2024', '/data/2024/may', '/data/tiles', '/data/tiles/1']),
} as never;
const meant = (said: string) => filesMeant(said, content);

test('[PUB-055] a pattern means the files whose paths fit it', () => {
  const found: [string, string[]][] = [
    ['/data/rivers.csv', ['/data/rivers.csv']],
    ['rivers.csv', ['/data/rivers.csv']],
    ['/data/*/rivers.csv', ['/data/2024/rivers.csv']],
    ['/data/**/rivers.csv', ['/data/rivers.csv', '/data/2024/rivers.csv', '/data/2024/may/rivers.csv']],
    ['/data/tiles/{z}/?.png', ['/data/tiles/1/2.png']],
    ['/data/tiles/{z}/{x}.png', ['/data/tiles/1/2.png', '/data/tiles/1/23.png']],
    ['/data/2024/m*y/*.csv', ['/data/2024/may/rivers.csv']],
    ['/data/2024/', ['/data/2024/rivers.csv', '/data/2024/may/rivers.csv']],
    ['/data/*', []],
    ['/data/**/*', []],
    ['/data/rivers.cs', []],
  ];
  for (const [said, files] of found) expect([said, meant(said)]).toEqual([said, files]);
});

test('[PUB-055] a pattern made to be slow is answered like any other', () => {
  const files = [{ path: `/data/${'a'.repeat(200)}` }];
  const hostile = { files, paths: new Set(files.map(({ path }) => path)), folders: new Set() } as never;
  expect(filesMeant(`/data/${'a*'.repeat(18)}b`, hostile)).toEqual([]);
  expect(filesMeant(`/data/${'a*'.repeat(18)}a`, hostile)).toHaveLength(1);
  expect(filesMeant(`/data/${'a*'.repeat(400)}`, hostile)).toEqual([]);
});
