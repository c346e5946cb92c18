/**
 * The English of what general graphs say of themselves, by key of the noun `workflow-text`; `{{name}}` is filled in.
 * The page says the same in the language of the person.
 */
export const generalTexts = {
  'general.tooManyNodes': 'A workflow can have at most {{most}} nodes and {{mostEdges}} connections',
  'general.cycle': 'Circular dependency detected: {{nodes}}',
  'general.self': 'A node cannot be connected to itself',
  'general.loop': 'This connection would close a circle: {{nodes}}',
  'general.unknownTool': 'There is no tool “{{tool}}”',
  'general.toolWithdrawn': '“{{tool}}” is no longer offered as a tool in this workspace',
  'general.toolCircle': 'Workflows use each other in a circle: {{names}}',
  'general.toolDepth': 'At most {{most}} workflows can be inside one another: {{names}}',
  'general.inputName': '“{{name}}” is no name for an input: use letters, digits and _, and begin with a letter',
  'general.inputTwice': 'The workflow has two inputs or parameters named “{{name}}”',
  'general.missingInput': '“{{input}}” needs a connection',
  'general.unknownPort': 'There is no port “{{port}}”',
  'general.portTaken': '“{{input}}” takes one connection only',
  'general.wrongData': '“{{input}}” takes {{wanted}}, not {{given}}',
  'general.wrongGeometry': '“{{input}}” takes {{wanted}}, and this gives {{given}}',
  'general.parameter': '{{field}}: {{problem}}',
  'general.missingParameter': 'The workflow has no parameter “{{parameter}}”',
  'general.parameterName':
    '“{{parameter}}” is no name for a parameter: use letters, digits and _, and begin with a letter',
  'general.parameterValue': 'The parameter “{{parameter}}” needs a value',
  'general.parameterWrong': 'The parameter “{{parameter}}” does not take this value',
  'general.noData': 'Choose the data',
  'general.wrongName': '“{{name}}” is no name of data',
  'general.noQuery': 'Write a query',
  'general.tableName': '“{{name}}” is no name for a table: use letters, digits and _, and begin with a letter',
  'general.noMap': 'Choose the map that gets the layer',
  'general.noPath': 'Write the path of the file, such as /data/result.parquet',
  'general.wrongPath': 'The path must start with /data/ and end with one of {{endings}}',
  'general.noPattern': 'Write a folder such as /data/in/ or a pattern such as /data/in/*.gpkg',
  'general.noFolder': 'Write the folder of the files, such as /data/out/',
  'general.loopOpen': '“{{name}}” gives files one at a time: connect what follows to a Collect step',
  'general.loopNone': 'No Files step leads to “{{name}}”',
  'general.loopStep': '“{{name}}” can’t stand between a Files and a Collect step',
  'general.loopTwo': '“{{name}}” takes the files of two loops',
  'general.unconnected': 'Node “{{name}}” is not connected',
  'general.nothingToDo': 'There is nothing to run yet',
} as const;
export type GeneralTextKey = keyof typeof generalTexts;

export interface GeneralText {
  key: GeneralTextKey;
  values: Readonly<Record<string, string | number>>;
}

export function generalText(key: GeneralTextKey, values: GeneralText['values'] = {}): GeneralText {
  return { key, values };
}

/** The English of a text, its places filled in. */
export function englishOf({ key, values }: GeneralText): string {
  return generalTexts[key].replaceAll(/\{\{(\w+)\}\}/g, (_whole, name: string) => String(values[name] ?? ''));
}
