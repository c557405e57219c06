import type { TSchema } from 'typebox';
import { Compile } from 'typebox/schema';

/** A call as the OpenAPI document describes it. */
export type Operation = {
  /** `POST /api/sales/addsale` */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly isPublic: boolean;
  readonly pathFields: readonly string[];
  readonly queryFields: readonly string[];
  /** The body of a 200 is a file, not JSON. */
  readonly isFile: boolean;
  /** Null: the call takes no body. */
  readonly bodyFields: readonly string[] | null;
  /** The documented refusal codes by status. */
  readonly refusals: ReadonlyMap<number, readonly string[]>;
  /** Whether the body of a 200 matches its documented schema. */
  isReply(body: unknown): boolean;
};

type Content = { content: { 'application/json': { schema: Schema } } };
type Schema = TSchema & {
  properties?: Record<string, unknown>;
  anyOf?: Schema[];
  allOf?: [unknown, { properties: { error: { enum: string[] } } }];
};
type Described = {
  security: unknown[];
  parameters: { name: string; in: string }[];
  requestBody?: Content;
  responses: Record<string, Content> & { 200: { content: Record<string, { schema: Schema }> } };
};
const NO_CONTENT = ['', { schema: { type: 'null' } as Schema }] as const;
export type OpenApiDocument = { paths: Record<string, Record<string, Described>> };

export function operationsOf({ paths }: OpenApiDocument): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => operation(path, method.toUpperCase(), described)),
  );
}

function operation(path: string, method: string, described: Described): Operation {
  const { security, parameters, requestBody, responses } = described;
  const { 200: done, ...refused } = responses;
  const [[type, { schema }] = NO_CONTENT] = Object.entries(done.content);
  const reply = Compile(schema);
  const named = (where: string) => parameters.filter((each) => each.in === where).map(({ name }) => name);
  return {
    name: `${method} ${path}`,
    method: method as Operation['method'],
    path,
    isPublic: security.length === 0,
    pathFields: named('path'),
    queryFields: named('query'),
    bodyFields: requestBody
      ? Object.keys(requestBody.content['application/json'].schema.properties ?? {})
      : null,
    refusals: new Map(
      Object.entries(refused).map(([status, { content }]) => [
        Number(status),
        content['application/json'].schema.allOf?.[1].properties.error.enum ?? [],
      ]),
    ),
    isFile: type !== 'application/json',
    isReply: (body) => reply.Check(body),
  };
}
