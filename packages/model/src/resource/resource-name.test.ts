import { expect, test } from 'vitest';
import { formatResource, parseResource, type ResourceName } from './resource-name.ts';

const names: readonly (readonly [string, ResourceName])[] = [
  ['layer:World/roads', { kind: 'layer', parts: ['World', 'roads'] }],
  ['layer:A%2FB/50%25 "x".y', { kind: 'layer', parts: ['A/B', '50% "x".y'] }],
  ['file:/data/a/sales.csv', { kind: 'file', parts: ['/data/a/sales.csv'] }],
  ['file:/data/50%2F.csv', { kind: 'file', parts: ['/data/50%2F.csv'] }],
  ['table:city/public/parcels', { kind: 'table', parts: ['city', 'public', 'parcels'] }],
  ['image:/data/scene.tif', { kind: 'image', parts: ['/data/scene.tif'] }],
  ['image:World/scene', { kind: 'image', parts: ['World', 'scene'] }],
  ['result:01j', { kind: 'result', parts: ['01j'] }],
];

test('[RES-001] a name of data is written and read alike, whatever is in it', () => {
  for (const [text, name] of names) {
    expect(formatResource(name)).toBe(text);
    expect(parseResource(text)).toEqual(name);
  }
  expect(parseResource(' /data/x.csv ')).toEqual({ kind: 'file', parts: ['/data/x.csv'] });
  for (const wrong of ['', 'layer:', 'layer:World', 'layer:a/b/c', 'table:a/b', 'layer://', 'folder:/data', 'x'])
    expect(parseResource(wrong)).toBeUndefined();
});
