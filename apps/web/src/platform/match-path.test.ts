import { expect, test } from 'vitest';
import { matchPath } from './match-path.ts';

test('a path fits a pattern part by part', () => {
  expect(matchPath('/workspaces/:projectId', '/workspaces/abc')).toEqual({ projectId: 'abc' });
  expect(matchPath('/workspaces/:projectId', '/workspaces/abc/')).toEqual({ projectId: 'abc' });
  expect(matchPath('/workspaces/:projectId', '/workspaces')).toBeUndefined();
  expect(matchPath('/workspaces/:projectId', '/workspaces/abc/more')).toBeUndefined();
  expect(matchPath('/hub', '/')).toBeUndefined();
});

test('[ACC-017] a star takes whatever follows, and nothing that only begins alike', () => {
  expect(matchPath('/auth/*', '/auth')).toEqual({});
  expect(matchPath('/auth/*', '/auth/sign-up')).toEqual({});
  expect(matchPath('/auth/*', '/authors')).toBeUndefined();
});

test('named parts are decoded; what cannot be decoded fits nothing', () => {
  expect(matchPath('/a/:b', '/a/x%20y')).toEqual({ b: 'x y' });
  expect(matchPath('/a/:b', '/a/%E0%A4%A')).toBeUndefined();
});
