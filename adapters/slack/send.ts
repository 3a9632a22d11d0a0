import { setTimeout as pause } from 'node:timers/promises';
import { RespondError, webApi } from '@slack/bolt';
import type { Drawn } from './draw.ts';

/** Posts drawn messages one after the other, each by way of `post`, on the one path that retries. */
export async function send(messages: readonly Drawn[], post: (message: Drawn) => Promise<unknown>): Promise<void> {
  for (const message of messages) await attempt(() => post(message));
}

/** Further attempts after Slack failed; a rate limit says itself how long to wait. */
const FURTHER_ATTEMPTS = 3;
const LONGEST_WAIT_MS = 60_000;

/**
 * Repeats a call only while Slack certainly did not carry it out, so that no message appears twice: a refusal with a rate
 * limit or a server error, or no connection at all. A lost answer (a reset, a time-out) is not repeated.
 */
export async function attempt(call: () => Promise<unknown>): Promise<void> {
  for (let failures = 0; ; failures += 1) {
    try {
      await call();
      return;
    } catch (error) {
      const wait = waitAfter(error, failures);
      if (wait === undefined || failures >= FURTHER_ATTEMPTS) throw error;
      await pause(wait, undefined, { ref: false });
    }
  }
}

/** Milliseconds until the next attempt; undefined when there must be none. */
function waitAfter(error: unknown, failures: number): number | undefined {
  const backOff = 250 * 2 ** failures;
  if (error instanceof webApi.WebAPIRateLimitedError) {
    const wait = error.retryAfter * 1000;
    return wait <= LONGEST_WAIT_MS ? wait : undefined;
  }
  if (error instanceof webApi.WebAPIHTTPError) return error.statusCode >= 500 ? backOff : undefined;
  if (error instanceof RespondError) return error.statusCode >= 500 || error.statusCode === 429 ? backOff : undefined;
  if (error instanceof webApi.WebAPIRequestError) return neverConnected(error.original) ? backOff : undefined;
  return undefined;
}

function neverConnected(error: Error): boolean {
  const cause = error.cause instanceof Error ? error.cause : error;
  return 'code' in cause && ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'].includes(String(cause.code));
}
