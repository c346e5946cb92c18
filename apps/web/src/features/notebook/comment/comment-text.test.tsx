import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { CommentText } from './comment-text.tsx';

test('[NBK-088] what others type in comments stays text: the only elements are links to web pages', () => {
  const hostile = [
    '<img src=x onerror=alert(1)>',
    '<script>alert(1)</script>',
    'javascript:alert(1)',
    '[x](javascript:alert(1))',
    'data:text/html,<script>alert(1)</script>',
    'https://example.com/"onmouseover="alert(1)',
    "https://example.com/'><svg/onload=alert(1)>",
    '&lt;b&gt;',
    '<a href="javascript:alert(1)">x</a> http://example.com/?a=<b>',
  ].join('\n');
  const { container } = render(<CommentText text={hostile} />);
  expect(container.textContent).toBe(hostile);
  const links = [...container.querySelectorAll('p > *')];
  expect(links.map(({ tagName }) => tagName)).toEqual(links.map(() => 'A'));
  for (const link of links)
    expect([new URL(link.getAttribute('href')!).protocol, link.getAttributeNames()]).toEqual([
      expect.stringMatching(/^https?:$/),
      ['href', 'target', 'rel'],
    ]);
  expect(container.querySelectorAll('p *')).toHaveLength(links.length);
});
