/** House rules that no ready-made lint knows, as an oxlint plugin. Each message says what to do instead. */

import { mayHaveLooseRows } from './loose-menu-table.mjs';

const forbiddenNames = new Set(['utils', 'util', 'helpers', 'helper', 'common', 'shared', 'lib', 'core', 'manager']);

const noExportStar = {
  create: (context) => ({
    // `export * as access from …` gives one name and hides nothing.
    ExportAllDeclaration(node) {
      if (!node.exported)
        context.report({ node, message: 'No `export *`: a door names what goes through it. List the names.' });
    },
  }),
};

const noUnfinishedWork = {
  create: (context) => ({
    Program() {
      for (const comment of context.sourceCode.getAllComments()) {
        const word = /\b(TODO|FIXME|XXX|HACK)\b/.exec(comment.value)?.[0];
        if (word)
          context.report({ node: comment, message: `No ${word}: finish it, or leave it out and file an issue.` });
      }
    },
  }),
};

const fileName = {
  create: (context) => ({
    Program(node) {
      const segments = context.filename.replaceAll('\\', '/').split('/');
      const base = segments.at(-1).replace(/(\.(test|spec|config|d))*\.\w+$/, '');
      if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(base)) {
        context.report({
          node,
          message: `'${segments.at(-1)}' is not kebab-case. Name the file for its main export: moveLayer → move-layer.ts.`,
        });
      }
      const vague = [...segments.slice(segments.lastIndexOf('src')), base].find((name) => forbiddenNames.has(name));
      if (vague)
        context.report({
          node,
          message: `'${vague}' says nothing. Name it for the concept it holds, or move its content to the first user.`,
        });
    },
  }),
};

const noInterfacePrefix = {
  create: (context) => {
    const check = (node) => {
      if (/^I[A-Z][a-z]/.test(node.id.name))
        context.report({ node: node.id, message: `No I prefix: call it '${node.id.name.slice(1)}'.` });
    };
    return { TSInterfaceDeclaration: check, TSTypeAliasDeclaration: check };
  },
};

const noMockOfOurCode = {
  create: (context) => ({
    CallExpression(node) {
      const { callee } = node;
      if (
        callee.type !== 'MemberExpression' ||
        callee.object.name !== 'vi' ||
        !['mock', 'doMock'].includes(callee.property.name)
      )
        return;
      const target = node.arguments[0]?.value;
      if (typeof target === 'string' && (target.startsWith('.') || target.startsWith('@groma/'))) {
        context.report({
          node,
          message: 'No mocks of our own code: test through the real thing, on the embedded adapters.',
        });
      }
    },
  }),
};

const noLooseMenuEntry = {
  create: (context) => {
    const [, place] = context.filename.replaceAll('\\', '/').split('/apps/web/src/');
    if (place === undefined || place.includes('.test.') || place in mayHaveLooseRows) return {};
    return {
      ObjectExpression(node) {
        const named = new Map(node.properties.map((property) => [property.key?.name, property]));
        if (named.has('key') && named.has('label') && named.has('onSelect'))
          context.report({
            node: named.get('onSelect'),
            message:
              'No row of a menu that is no command: define one and write menuEntry(command, argument). What only changes the view of a component is listed in scripts/check/loose-menu-table.mjs.',
          });
      },
    };
  },
};

const widestComment = 120;

const commentWidth = {
  create: (context) => ({
    Program() {
      const lines = context.sourceCode.text.split('\n');
      for (const comment of context.sourceCode.getAllComments()) {
        const { start, end } = comment.loc;
        for (let line = start.line; line <= end.line; line += 1) {
          const text = lines[line - 1];
          // A directive has one line, and so has a word that cannot be broken.
          const isWhole = /^\s*(\/\/|\/?\*)/.test(text) && !/^\s*\/\/ ?(oxlint|eslint|@ts)-/.test(text);
          if (isWhole && text.length > widestComment && /\S \S+ \S/.test(text))
            context.report({
              node: comment,
              message: `A line of a comment has at most ${widestComment} columns: wrap it.`,
            });
        }
      }
    },
  }),
};

export default {
  meta: { name: 'groma' },
  rules: {
    'no-export-star': noExportStar,
    'no-unfinished-work': noUnfinishedWork,
    'file-name': fileName,
    'no-interface-prefix': noInterfacePrefix,
    'no-mock-of-our-code': noMockOfOurCode,
    'no-loose-menu-entry': noLooseMenuEntry,
    'comment-width': commentWidth,
  },
};
