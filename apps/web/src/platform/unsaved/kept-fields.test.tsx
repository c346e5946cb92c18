import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { sessionStore, type User } from '../session.ts';
import { useKeptFields } from './kept-fields.ts';

const first = { host: '', port: 5432, password: '' };
const open = () => renderHook(() => useKeptFields('connection.p', first, (name) => name === 'password'));

beforeEach(() => {
  sessionStorage.clear();
  sessionStore.setState({ user: { id: 'ann' } as User });
});

test('[SHL-125] what was filled in is there after a reload, but for what is secret, until it is sent', () => {
  const form = open();
  act(() => {
    form.result.current[1]({ host: 'db.example.com' });
  });
  act(() => {
    form.result.current[1]({ password: 'hunter2' });
  });
  expect(form.result.current[0]).toEqual({ host: 'db.example.com', port: 5432, password: 'hunter2' });
  form.unmount();
  const reloaded = open();
  expect(reloaded.result.current[0]).toEqual({ host: 'db.example.com', port: 5432, password: '' });
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('hunter2');
  act(() => {
    reloaded.result.current[2]();
  });
  expect([reloaded.result.current[0], open().result.current[0]]).toEqual([first, first]);
});

test('[SHL-125] fields that a form does not have any more are left out', () => {
  sessionStorage.setItem('groma.typed.ann.connection.p', '{"host":"h","schema":"s"}');
  expect(open().result.current[0]).toEqual({ host: 'h', port: 5432, password: '' });
  sessionStorage.setItem('groma.typed.ann.connection.p', 'no JSON');
  expect(open().result.current[0]).toEqual(first);
});
