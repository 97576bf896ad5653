import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { openapi, type OpenApiDocument } from 'receipt-rule-packs/schemas';

/** Headers as returned by fetch, node:http and Fastify's inject. */
export type AnswerHeaders = Headers | Readonly<Record<string, string | number | readonly string[] | undefined>>;

/**
 * Lists how a response violates the OpenAPI document.
 *
 * @param path with or without a query string
 * @param body the text as received
 */
export type AnswerChecker = (
  method: string,
  path: string,
  status: number,
  headers: AnswerHeaders,
  body: string,
) => string[];

/** Validates a value against the schema at a JSON pointer in the document, and returns what is wrong with it. */
type Judge = (pointer: string, value: unknown) => string[];

interface Response {
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, unknown>>;
}
interface Header {
  readonly required?: boolean;
  readonly schema: { readonly type?: string };
}

/** All operations in the document. */
export function routesOf(document: OpenApiDocument): { method: string; path: string }[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => ({ method: method.toUpperCase(), path })),
  );
}

/** Compiles each schema on first use. */
export function createAnswerChecker(document: OpenApiDocument = openapi): AnswerChecker {
  // The document is not a JSON Schema, but Ajv finds the schemas inside it by pointer.
  const ajv = addFormats(new Ajv2020({ strict: false, allErrors: true })).addSchema(document, 'openapi.json');
  const judge: Judge = (pointer, value) => {
    const validate = ajv.getSchema(`openapi.json${pointer}`)!;
    return validate(value) ? [] : validate.errors!.map(({ instancePath, message }) => `${instancePath} ${message}`);
  };

  return (method, path, status, headers, body) => {
    const at = responseAt(document, method, path.split('?', 1)[0]!, status);
    const faults =
      at === undefined
        ? ['the status is not documented']
        : [
            ...headerFaults(document, at, headers, judge),
            ...(method === 'HEAD' ? [] : bodyFaults(document, at, headers, body, judge)),
          ];
    return faults.map((fault) => `${method} ${path}, ${status}: ${fault}`);
  };
}

/** The pointer to the documented response; undefined if the status is not documented. */
function responseAt(document: OpenApiDocument, method: string, path: string, status: number): string | undefined {
  const operations = Object.hasOwn(document.paths, path) ? document.paths[path]! : undefined;
  const documented = method.toLowerCase();
  // Every operation documents these two statuses, but they are valid only for unknown paths and methods.
  const elsewhere = status === 404 || status === 405;
  if (!elsewhere && operations?.[documented] && Object.hasOwn(operations[documented].responses, status)) {
    return `#/paths/${escape(path)}/${documented}/responses/${status}`;
  }
  const others = new Map([
    [500, 'InternalError'],
    [503, 'Unavailable'],
  ]);
  if (operations === undefined) others.set(404, 'NotFound');
  else if (operations[documented] === undefined) others.set(405, 'MethodNotAllowed');
  return others.has(status) ? `#/components/responses/${others.get(status)!}` : undefined;
}

function headerFaults(document: OpenApiDocument, responseAt: string, headers: AnswerHeaders, judge: Judge): string[] {
  const { pointer: at, value } = follow(document, responseAt);
  return Object.keys((value as Response).headers ?? {}).flatMap((name) => {
    const { pointer, value } = follow(document, `${at}/headers/${escape(name)}`);
    const { required, schema } = value as Header;
    const text = headerText(headers, name);
    if (text === undefined) return required ? [`${name} is missing`] : [];
    const isNumber = schema.type === 'integer' && /^[0-9]+$/.test(text);
    return judge(`${pointer}/schema`, isNumber ? Number(text) : text).map((fault) => `${name}${fault}`);
  });
}

function bodyFaults(
  document: OpenApiDocument,
  responseAt: string,
  headers: AnswerHeaders,
  body: string,
  judge: Judge,
): string[] {
  const { pointer, value } = follow(document, responseAt);
  const type = headerText(headers, 'content-type')?.split(';', 1)[0]!.trim().toLowerCase() ?? '';
  if (!Object.hasOwn((value as Response).content ?? {}, type))
    return [`the content type ${type || '(none)'} is not documented`];
  try {
    return judge(`${pointer}/content/${escape(type)}/schema`, JSON.parse(body)).map((fault) => `body${fault}`);
  } catch (error) {
    return [`the body is not JSON: ${String(error)}`];
  }
}

/** Follows references from a pointer, and returns the target and its location. */
function follow(document: OpenApiDocument, pointer: string): { pointer: string; value: object } {
  const value = pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((at, step) => (at as Record<string, unknown>)[unescape(step)], document) as { $ref?: string };
  return value.$ref === undefined ? { pointer, value } : follow(document, value.$ref);
}

function headerText(headers: AnswerHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const value = Object.entries(headers).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
  return value === undefined ? undefined : String(value);
}

const escape = (step: string): string => step.replaceAll('~', '~0').replaceAll('/', '~1');
const unescape = (step: string): string => step.replaceAll('~1', '/').replaceAll('~0', '~');
