import type { ExpressionError, ExpressionFunction, FunctionGroup } from '@groma/geo';
import { t } from '../../../platform/text.ts';

const types = new Set(['number', 'text', 'boolean', 'date', 'any']);

/** What is wrong with an expression, in the language of the person. */
export function expressionProblemText({ problem, details }: Pick<ExpressionError, 'problem' | 'details'>): string {
  const values = Object.fromEntries(
    Object.entries(details).map(([name, value]) => [
      name,
      types.has(String(value)) ? t(`expression.type.${String(value)}`) : value,
    ]),
  );
  return t(`expression.problem.${problem}`, values);
}

/** What a function does. */
export function functionText({ name }: Pick<ExpressionFunction, 'name'>): string {
  return t(`expression.function.${name}`);
}

/** What an operator does, by its name. */
export function operatorText({ name }: { name: string }): string {
  return t(`expression.operator.${name}`);
}

export function functionGroupText(group: FunctionGroup): string {
  return t(`expression.group.${group}`);
}
