const message = "The dashboard has no SQL: add a function to the server's src/read-model/.";
const STATEMENT = /SELECT |INSERT INTO|DELETE FROM/;

/** A plugin for the linter: `project/no-sql` reports SQL statements, and calls of `query`. */
export default {
  meta: { name: 'project' },
  rules: {
    'no-sql': {
      create(context) {
        const judge = (node, text) => {
          if (typeof text === 'string' && STATEMENT.test(text)) context.report({ node, message });
        };
        return {
          CallExpression(node) {
            if (node.callee.type === 'MemberExpression' && node.callee.property.name === 'query')
              context.report({ node, message });
          },
          Literal: (node) => judge(node, node.value),
          TemplateElement: (node) => judge(node, node.value.raw),
        };
      },
    },
  },
};
