import { sqlWrite } from '@groma/model';
import { productVersion, type Origin, type OriginBlock, type OriginInput } from '../../../platform/origin/origin.ts';

/** By name, or in order. */
export type SqlParameters = Record<string, unknown> | unknown[] | undefined;

/** What of a run says how its rows were made. */
export interface QueryRun {
  databaseId: string;
  texts: readonly string[];
  params: SqlParameters;
  inputs: readonly OriginInput[];
  block?: OriginBlock | undefined;
}

const settles = /^\s*(?:set|reset|create\s+(?:or\s+replace|temp|temporary)|attach|use|load|pragma)\b/i;

/**
 * How the rows of one statement of a run were made: by its text, after the statements before it that can be run again,
 * such as those that make temporary tables.
 */
export function queryOrigin(
  { databaseId, texts, params, inputs, block }: QueryRun,
  at: number,
  more: Record<string, unknown> = {},
): Origin {
  const sql = texts
    .slice(0, at + 1)
    .filter((text, index) => index === at || (settles.test(text) && !sqlWrite(text)))
    .join(';\n');
  return {
    kind: 'query',
    doer: databaseId,
    version: productVersion,
    parameters: { sql, ...(Object.keys(params ?? {}).length > 0 && { params }), ...more },
    inputs: [...inputs],
    ...(block && { block }),
  };
}
