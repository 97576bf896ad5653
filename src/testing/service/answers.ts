/** The service's response, before it is converted to a `Response` object. */
export type Answer = {
  readonly status: number;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** A response with a JSON body. */
export const json = (status: number, body: unknown, headers: Answer['headers'] = {}): Answer => ({
  status,
  text: JSON.stringify(body),
  headers: { 'Content-Type': 'application/json', ...headers },
});

export const refusal = (status: number, code: string, message: string, headers?: Answer['headers']): Answer =>
  json(status, { error: { code, message } }, headers);
