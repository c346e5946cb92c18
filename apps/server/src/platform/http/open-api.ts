import { driveMethods, errorReply, type Endpoint } from '@groma/protocol';
import { z } from 'zod';

/** OpenAPI has no place for the methods of WebDAV. */
const unknownMethods: ReadonlySet<string> = new Set(driveMethods);

/** The OpenAPI 3.1 description of every call, from their declarations. */
export function describeApi(endpoints: readonly Endpoint[]): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints.filter(({ method }) => !unknownMethods.has(method))) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}').replace(/\*$/, '{path}');
    (paths[path] ??= {})[endpoint.method.toLowerCase()] = describeCall(endpoint);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Groma',
      version: '0.1.0',
      description: 'Calls of a Groma server. A session cookie identifies the caller.',
    },
    components: { securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'groma.session_token' } } },
    paths,
  };
}

function describeCall(endpoint: Endpoint): Record<string, unknown> {
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    security: endpoint.policy.kind === 'anyone' ? [] : [{ session: [] }],
    parameters: [...parametersOf(endpoint.params, 'path'), ...parametersOf(endpoint.query, 'query')],
    ...bodyOf(endpoint),
    responses: {
      200: {
        description: 'Done.',
        content: {
          [endpoint.replyType]: {
            schema: endpoint.replyType === 'application/json' ? schemaOf(endpoint.reply, 'output') : {},
          },
        },
      },
      default: {
        description: 'An error of the catalogue.',
        content: { 'application/json': { schema: schemaOf(errorReply, 'output') } },
      },
    },
  };
}

function parametersOf(schema: z.ZodType, place: 'path' | 'query'): unknown[] {
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, unknown>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, type]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: type,
  }));
}

function bodyOf(endpoint: Endpoint): Record<string, unknown> {
  if (endpoint.method === 'GET' || (endpoint.bodyKind === 'json' && endpoint.body instanceof z.ZodUndefined)) return {};
  const type = { json: 'application/json', multipart: 'multipart/form-data', raw: 'application/octet-stream' }[
    endpoint.bodyKind
  ];
  return {
    requestBody: {
      required: true,
      content: { [type]: { schema: endpoint.bodyKind === 'json' ? schemaOf(endpoint.body, 'input') : {} } },
    },
  };
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): unknown {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
