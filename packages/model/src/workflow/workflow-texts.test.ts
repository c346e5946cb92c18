import { expect, test } from 'vitest';
import { englishText, readWorkflowText, workflowText, workflowTexts } from './workflow-texts.ts';

test('[WFL-190] each text is recognised by its English, with what fills it', () => {
  for (const [, text] of workflowTexts()) {
    if (text === '{{field}}: {{problem}}') continue;
    const filled = text.replaceAll('{{problem}}', 'No!').replaceAll(/\{\{\w+\}\}/g, '3');
    expect(englishText(readWorkflowText(filled)!)).toBe(filled);
  }
  expect(readWorkflowText('Something else')).toBeNull();
});

test('[WFL-190] a text within a text is recognised too', () => {
  const problem = workflowText('path.at', {
    number: '2',
    problem: workflowText('path.wrongExtension', { type: workflowText('type.vector-style'), extensions: '.sld, .qml' }),
  });
  const text = workflowText('issue.includePaths', { problem });
  const english = 'Include paths: Path 2: Invalid file extension for Vector Style. Expected: .sld, .qml';
  expect(englishText(text)).toBe(english);
  expect(readWorkflowText(english)).toEqual(text);
});

test('[WFL-190] names that look like a text stay what they are', () => {
  expect(englishText(workflowText('issue.unconnected', { name: '$& {{name}}' }))).toBe(
    'Node "$& {{name}}" is not connected',
  );
});
