import { codeLanguages, inProject } from '@groma/model';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

const query = z.object({ projectId: z.string() });
const policy = inProject('update', 'notebook', { in: 'query', name: 'projectId' });
const failure = z.object({ code: z.string(), message: z.string() });
const body = z.object({
  prompt: z.string().trim().min(1).max(200_000),
  selectedLLM: z.string().max(200).optional(),
  /** What the block is written in; the answer may be in another, where that was asked for. */
  coding_language: z.enum(codeLanguages).default('python'),
});

/** What `suggestCode` streams: the text of one such object that grows; without `error` it is whole at its end. */
export const codeSuggestion = z.object({
  title: z.string().optional(),
  coding_language: z.enum(codeLanguages),
  code: z.string(),
  error: failure.optional(),
});

/** What `explainCode` streams, in the same way: Markdown. */
export const codeExplanation = z.object({ text: z.string(), error: failure.optional() });

export const suggestCode = defineEndpoint({
  id: 'suggestCode',
  method: 'POST',
  path: '/api/code',
  summary:
    'Have a language model write the code of a block; it is never run by itself. `prompt` contains the request with the current code, the highlighted section and code that was run before, or an earlier suggestion with a follow-up. Streams the text of one JSON object with title, coding_language and code.',
  policy,
  query,
  replyType: 'text/plain',
  bodyBytes: 1_048_576,
  body,
});

export const explainCode = defineEndpoint({
  id: 'explainCode',
  method: 'POST',
  path: '/api/code/explanation',
  summary: 'Have a language model explain the code of a block. Streams the text of one JSON object with Markdown.',
  policy,
  query,
  replyType: 'text/plain',
  bodyBytes: 1_048_576,
  body,
});
