/** The documentation of the list's parameters. */
export interface ParameterDocs {
  /** Names of the parameters of `GET /v1/transactions` in schemas/2.1/openapi.json. */
  readonly openapi: readonly string[];
  /** The text of docs/guides/resume-a-list.md. */
  readonly guide: string;
}

/** What to add for each parameter that the parser reads but the documentation lacks. */
export function undocumented(parameters: Iterable<string>, { openapi, guide }: ParameterDocs): string[] {
  return [...parameters].flatMap((name) => [
    ...(openapi.includes(name) ? [] : [`schemas/2.1/openapi.json: add the parameter ${name} to GET /v1/transactions`]),
    ...(guide.includes(`\`${name}\``) ? [] : [`docs/guides/resume-a-list.md: add what \`${name}\` does`]),
  ]);
}
