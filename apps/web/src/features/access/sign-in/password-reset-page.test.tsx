import { GromaProvider } from '@groma/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../platform/api.ts';
import { bringTexts } from '../../../platform/text.ts';
import { Page } from './password-reset-page.tsx';

let sendsMail: boolean;
let isValid: boolean;
let sent: { path: string; body: unknown }[];
beforeEach(async () => {
  await bringTexts();
  [sendsMail, isValid, sent] = [true, true, []];
  vi.stubGlobal('fetch', (url: string, { method = 'GET', body }: RequestInit = {}) => {
    if (url.includes('/api/auth/providers'))
      return Promise.resolve(
        Response.json({ data: [{ id: 'local', name: '', sign_in_path: null, sends_mail: sendsMail }] }),
      );
    if (method === 'POST')
      sent.push({ path: new URL(url, location.origin).pathname, body: JSON.parse(body as string) });
    if (url.includes('reset-password') && !isValid)
      return Promise.resolve(Response.json({ code: 'RESET_LINK_INVALID', message: '', details: {} }, { status: 403 }));
    if (url.includes('request-password-reset')) return Promise.resolve(Response.json({ status: 'ok' }));
    return Promise.resolve(Response.json({ data: { id: 'ann', username: 'ann', email: 'ann@example.org' } }));
  });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

function draw(hash: string): void {
  history.replaceState(null, '', `/password-reset${hash}`);
  render(
    <QueryClientProvider client={queryClient}>
      <GromaProvider>
        <Page />
      </GromaProvider>
    </QueryClientProvider>,
  );
}

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('[ACC-147] asks for a link, and does not say whether there is an account', async () => {
  draw('');
  type('Email', 'ann@');
  press('Send link');
  expect(await screen.findByText('Enter a valid email address.')).toBeTruthy();
  expect(sent).toEqual([]);
  type('Email', 'ann@example.org');
  press('Send link');
  expect(await screen.findByText(/If there is an account for ann@example\.org/)).toBeTruthy();
  expect(sent).toEqual([{ path: '/api/local/auth/request-password-reset', body: { email: 'ann@example.org' } }]);
});

test('[ACC-147] where no mail is set, it says who makes the link', async () => {
  sendsMail = false;
  draw('');
  expect(await screen.findByText(/Ask its administrator for a link/)).toBeTruthy();
  expect(screen.queryByLabelText('Email')).toBeNull();
});

test('[ACC-147] sets the password by the token behind the # and goes to the workspaces', async () => {
  draw('#the-token');
  type('New password', 'short');
  press('Set password');
  expect(await screen.findByText('A password has at least 8 characters.')).toBeTruthy();
  type('New password', 'long enough now');
  press('Set password');
  await waitFor(() => expect(location.pathname).toBe('/dashboard/workspaces'));
  expect(sent).toEqual([
    { path: '/api/local/auth/reset-password', body: { token: 'the-token', new_password: 'long enough now' } },
  ]);
});

test('[ACC-147] a spent link says so and offers a new one', async () => {
  isValid = false;
  draw('#spent');
  type('New password', 'long enough now');
  press('Set password');
  expect(await screen.findByText('This link is no longer valid. Ask for a new one.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Send link' })).toBeTruthy();
});
