import { limit, signedIn } from '@groma/model';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

/** Rows and columns count from 1, columns in UTF-16 units. */
const location = z.object({ row: z.number(), column: z.number() });

/**
 * What the linter says of a place. `severity` 1 is an error, more a warning; `block_index` is the place of the block in
 * the notebook that was sent.
 */
const lintDiagnostic = z.object({
  severity: z.number(),
  message: z.string(),
  ruleId: z.string(),
  block_index: z.number(),
  location,
  end_location: location,
});
export type LintDiagnostic = z.output<typeof lintDiagnostic>;

export const lintNotebook = defineEndpoint({
  id: 'lintNotebook',
  method: 'POST',
  path: '/api/py/python-lint-notebook',
  summary:
    'Mistakes in the Python code of a notebook. `notebook` is as `initialTemplate` of createNotebook; `names` are variables that are known besides.',
  policy: signedIn('any'),
  alsoForReaders: true,
  bodyBytes: limit.jsonBodyBytes,
  body: z.object({ notebook: z.unknown(), names: z.array(z.string()).max(1_000).default([]) }),
  reply: z.object({ data: z.object({ diagnostics: z.array(lintDiagnostic), hasErrors: z.boolean() }) }),
});
