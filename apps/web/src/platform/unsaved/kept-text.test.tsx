import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { sessionStore, type User } from '../session.ts';
import { useKeptText } from './kept-text.ts';

const signIn = (id: string) => {
  sessionStore.setState({ user: { id } as User });
};
const open = (place: string) => renderHook((each: string) => useKeptText(each), { initialProps: place });

beforeEach(() => {
  sessionStorage.clear();
  signIn('ann');
});

test('[SHL-123] words in a field are there after a reload, until they are sent', () => {
  const first = open('reply.1');
  act(() => {
    first.result.current[1]('half a sent');
  });
  first.unmount();
  const second = open('reply.1');
  expect(second.result.current[0]).toBe('half a sent');
  act(() => {
    second.result.current[1](null);
  });
  expect([second.result.current[0], open('reply.1').result.current[0]]).toEqual([null, null]);
});

test('[SHL-123] a field that shows another place has the words of that place', () => {
  const field = open('reply.1');
  act(() => {
    field.result.current[1]('to the first');
  });
  field.rerender('reply.2');
  expect(field.result.current[0]).toBeNull();
  act(() => {
    field.result.current[1]('to the second');
  });
  field.rerender('reply.1');
  expect(field.result.current[0]).toBe('to the first');
});

test('[SHL-122] nobody else who signs in in this tab finds them', () => {
  const field = open('reply.1');
  act(() => {
    field.result.current[1]("Ann's");
  });
  signIn('ben');
  expect(open('reply.1').result.current[0]).toBeNull();
});
