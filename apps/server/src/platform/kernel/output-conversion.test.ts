import { describe, expect, it } from 'vitest';
import { toNotebookOutput } from './output-conversion.ts';

describe('outputs of a kernel', () => {
  it.each([
    ['stream', { name: 'stdout', text: 'a' }, { kind: 'text', text: 'a' }],
    ['stream', { name: 'stderr', text: 'a' }, { kind: 'stderr', text: 'a' }],
    ['error', { ename: 'E', evalue: 'v', traceback: ['1', '2'] }, { kind: 'traceback', name: 'E', message: 'v', text: '1\n2' }],
    ['execute_result', { data: { 'text/plain': ['a\n', 'b'] } }, { kind: 'text/plain', text: 'a\nb' }],
    ['display_data', { data: { 'text/html': '<b>', 'text/plain': 'b' } }, { kind: 'text/html', html: '<b>', text: 'b' }],
    ['display_data', { data: { 'text/html': '<b>' } }, { kind: 'text/html', html: '<b>' }],
    ['display_data', { data: { 'image/png': 'iV\nBO', 'text/html': '<b>' }, metadata: { 'image/png': { width: 4, height: 3 } } }, { kind: 'image/png', data: 'iVBO', width: 4, height: 3 }],
  ])('[NBK-066] %s %o becomes the product\'s own kind', (type, content, output) => {
    expect(toNotebookOutput(type, content)).toEqual(output);
  });

  it('[NBK-066] what shows nothing, or nothing we know, becomes no output; malformed content does not throw', () => {
    expect(toNotebookOutput('comm_open', {})).toBeNull();
    expect(toNotebookOutput('display_data', { data: { 'application/unheard': 1 } })).toBeNull();
    expect(toNotebookOutput('display_data', { data: 'none', metadata: null })).toBeNull();
    expect(toNotebookOutput('stream', { text: 5 })).toEqual({ kind: 'text', text: '5' });
    expect(toNotebookOutput('error', { traceback: 'no list' })).toMatchObject({ kind: 'traceback', text: '' });
  });
});
