import { GromaProvider } from '@groma/ui';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createRelativePositionFromJSON } from 'yjs';
import { CommentField } from './comment-field.tsx';
import { beginThread, createCommentStore, endPending, selectThread, showComments } from './comment-store.ts';
import { keepTyped } from '../../../platform/unsaved/kept-text.ts';

// This document has no fonts to wait for.
Object.defineProperty(document, 'fonts', { value: new EventTarget() });
beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

const field = () => screen.getByRole<HTMLTextAreaElement>('textbox');

test('[SHL-123] an answer that the server did not take stays, also when another thread is unfolded, until it is sent', async () => {
  let isAway = true;
  const draw = (place: string) => (
    <GromaProvider>
      <CommentField key={place} label="Reply" place={place} onSend={async () => !isAway} />
    </GromaProvider>
  );
  const { rerender } = render(draw('reply.1'));
  fireEvent.change(field(), { target: { value: 'I agree' } });
  fireEvent.keyDown(field(), { key: 'Enter' });
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button').disabled).toBe(false));
  rerender(draw('reply.2'));
  expect(field().value).toBe('');
  rerender(draw('reply.1'));
  expect(field().value).toBe('I agree');
  isAway = false;
  fireEvent.keyDown(field(), { key: 'Enter' });
  await waitFor(() => expect(field().value).toBe(''));
});

test('[SHL-123] a thread that is being begun is there after a reload, and is given up by nothing but Cancel', () => {
  const position = createRelativePositionFromJSON({ item: { client: 1, clock: 2 } });
  const pending = { places: [{ start: position, end: position }], quote: 'How often' };
  const store = createCommentStore('n');
  beginThread(store, pending);
  keepTyped(store.getState().newPlace, 'Each hour?');
  selectThread(store, 't');
  showComments(store, false);
  expect(store.getState().pending).toBe(pending);
  const reloaded = createCommentStore('n');
  expect(reloaded.getState()).toMatchObject({
    isOpen: true,
    pending: { quote: 'How often', places: [{ start: { item: { client: 1, clock: 2 } } }] },
  });
  keepTyped(reloaded.getState().newPlace, null);
  endPending(reloaded, null);
  expect(createCommentStore('n').getState()).toMatchObject({ isOpen: false, pending: null });
});

test('[SHL-123] a thread that nothing was written for goes when another is looked at', () => {
  const store = createCommentStore('n');
  beginThread(store, { places: [], quote: 'How often' });
  selectThread(store, 't');
  expect(store.getState().pending).toBeNull();
});
