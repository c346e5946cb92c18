import { dottedNames, quoteIdentifier } from '@groma/model';
import { schemaOfTable, type ProjectRelation } from '../engine.ts';
import { PlacedStatement, type Substitute } from './placed-statement.ts';

/** Names of fetched rows as statements have them, with the schema that stands for them. */
export type LongNames = ReadonlyMap<string, string>;

/** Of what a statement may name. */
export function longNamesOf(relations: readonly ProjectRelation[]): LongNames {
  return new Map(
    relations.flatMap((relation) => {
      if (relation.catalog === 'tables')
        return [[keyOf(['tables', relation.schema, relation.name]), relation.schema] as const];
      return relation.catalog === 'results' ? [[keyOf(['results', relation.name]), relation.schema] as const] : [];
    }),
  );
}

/** A statement in which names of fetched rows have the three parts that DuckDB reads. */
export function withShortNames(statement: string, names: LongNames): PlacedStatement {
  const substitutes = names.size === 0 ? [] : dottedNames(statement).flatMap((parts) => substituteOf(parts, names));
  return new PlacedStatement(statement, substitutes);
}

function substituteOf(parts: ReturnType<typeof dottedNames>[number], names: LongNames): Substitute[] {
  const [catalog, first, second, third] = parts;
  const rest = { copies: [], notices: [] };
  if (catalog!.name.toLowerCase() === 'tables' && third) {
    const schema = names.get(keyOf(['tables', schemaOfTable(first!.name, second!.name), third.name]));
    return schema === undefined
      ? []
      : [{ start: first!.start, end: second!.end, text: quoteIdentifier(schema), ...rest }];
  }
  const schema = names.get(keyOf([catalog!.name, first!.name]));
  return schema === undefined
    ? []
    : [{ start: first!.start, end: first!.start, text: `${quoteIdentifier(schema)}.`, ...rest }];
}

function keyOf(parts: readonly string[]): string {
  return JSON.stringify(parts.map((part) => part.toLowerCase()));
}
