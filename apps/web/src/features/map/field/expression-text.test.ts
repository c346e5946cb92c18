import { EXPRESSION_FUNCTIONS, EXPRESSION_OPERATORS, compileExpression, ExpressionError } from '@groma/geo';
import { beforeAll, expect, test } from 'vitest';
import { bringTexts } from '../../../platform/text.ts';
import { expressionProblemText, functionText, operatorText } from './expression-text.ts';

beforeAll(bringTexts);

test('[VEC-026] every function and operator is explained in place', () => {
  for (const each of EXPRESSION_FUNCTIONS) expect(functionText(each), each.name).not.toMatch(/^expression\./);
  for (const each of EXPRESSION_OPERATORS) expect(operatorText(each), each.name).not.toMatch(/^expression\./);
});

test('[VEC-026] what is wrong with an expression is said in the words of the language', () => {
  let text = '';
  try {
    compileExpression('year(true)', []);
  } catch (error) {
    text = error instanceof ExpressionError ? expressionProblemText(error) : String(error);
  }
  expect(text).toBe('year() expects date here, not “true”.');
});
