import { chromium, type Browser } from 'playwright-core';
import { inject } from 'vitest';
import type { Served } from './start.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL that returns `Served` as JSON. */
    browser: string;
  }
}

/** The browser that all tests of a run share. Closing it leaves it open for the others. */
export async function openBrowser(): Promise<Browser> {
  return chromium.connect((await sharedBrowser()).address);
}

/** @throws if it did not start */
export async function sharedBrowser(): Promise<Served> {
  const answer = await fetch(inject('browser'));
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as Served;
}
